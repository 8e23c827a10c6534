//@ run
/** Starting, joining and naming threads; states before and after. */
public class ThreadBasic {
    static int shared;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            shared = 41;
            System.out.println("in " + Thread.currentThread().getName());
        }, "worker");
        System.out.println(t.getState() + " " + t.isAlive() + " " + t.getName() + " " + t.isDaemon() + " " + t.getPriority());
        t.start();
        t.join();
        System.out.println(t.getState() + " " + t.isAlive() + " " + (shared + 1));
        try {
            t.start();
        } catch (IllegalThreadStateException e) {
            System.out.println(e);
        }
        System.out.println(Thread.currentThread().getName() + " " + Thread.currentThread().getState() + " " + Thread.currentThread().getThreadGroup().getName());
        Thread sub = new Thread() {
            @Override
            public void run() {
                System.out.println("subclass " + getName());
            }
        };
        System.out.println(sub.getName());
        sub.start();
        sub.join();
        t.join();
        t.join(100);
    }
}
