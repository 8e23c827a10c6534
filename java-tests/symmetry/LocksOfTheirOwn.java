//@ verdict: race
//@ flags: --races error

/** Each of two threads holds a lock of its own while it writes the same field: what one lock protects the other does not. */
public class LocksOfTheirOwn {
    static int count;

    static class Writer extends Thread {
        final Object lock = new Object();

        public void run() {
            synchronized (lock) {
                count++; //~ RACE
            }
        }
    }

    public static void main(String[] args) {
        Thread[] writers = {new Writer(), new Writer()};
        for (Thread writer : writers) {
            writer.start();
        }
    }
}
