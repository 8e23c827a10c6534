//@ run
/** Publishing through a volatile flag with a spinning reader. */
public class VolatileHandOff {
    static volatile boolean ready;
    static int data;

    public static void main(String[] args) throws Exception {
        Thread reader = new Thread(() -> {
            while (!ready) {
                Thread.yield();
            }
            System.out.println("read " + data);
        });
        reader.start();
        data = 7;
        ready = true;
        reader.join();
        System.out.println("done");
    }
}
