//@ verdict: verified
//@ states: 3
// A thread's own class says which handler deals with what its run throws.
public class HandlerOverridden {
    static class Handled extends Thread {
        @Override
        public UncaughtExceptionHandler getUncaughtExceptionHandler() {
            return (thread, exception) -> { };
        }

        @Override
        public void run() {
            throw new IllegalStateException();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Handled();
        thread.start();
        thread.join();
    }
}
