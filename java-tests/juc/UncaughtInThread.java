//@ run
/** A thread dies of an exception; the program ends with exit code 0 all the same. */
public class UncaughtInThread {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            Object o = "text";
            System.out.println((Integer) o);
        }, "dying");
        t.start();
        t.join();
        System.out.println("alive: " + t.isAlive());
    }
}
