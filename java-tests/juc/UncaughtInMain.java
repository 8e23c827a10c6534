//@ run
//@ exit: 1
/** main throws while another thread still works: exit code 1 after that thread has ended. */
public class UncaughtInMain {
    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            try {
                main.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            System.out.println("worker finishes after main has died");
        }).start();
        int[] a = new int[2];
        a[2]++;
    }
}
