//@ run
/** A daemon thread does not keep the program alive; a user thread does, even after main returns. */
public class Daemons {
    public static void main(String[] args) throws Exception {
        Thread daemon = new Thread(() -> {
            Object never = new Object();
            synchronized (never) {
                while (true) {
                    try {
                        never.wait();
                    } catch (InterruptedException e) {
                        System.out.println("unexpected");
                    }
                }
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        try {
            daemon.setDaemon(false);
        } catch (IllegalThreadStateException e) {
            System.out.println("too late");
        }
        Thread[] child = new Thread[1];
        Thread parent = new Thread(() -> child[0] = new Thread());
        parent.setDaemon(true);
        parent.start();
        parent.join();
        System.out.println("inherited " + child[0].isDaemon());
        Thread main = Thread.currentThread();
        Thread user = new Thread(() -> {
            try {
                main.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            System.out.println("user thread after main: " + main.getState());
        });
        user.start();
        System.out.println("main ends");
    }
}
