//@ run
/** A one-place buffer with wait and notifyAll; strict alternation gives one output. */
public class WaitNotify {
    private Integer slot;

    synchronized void put(int v) throws InterruptedException {
        while (slot != null) {
            wait();
        }
        slot = v;
        notifyAll();
    }

    synchronized int take() throws InterruptedException {
        while (slot == null) {
            wait();
        }
        int v = slot;
        slot = null;
        notifyAll();
        return v;
    }

    public static void main(String[] args) throws Exception {
        WaitNotify b = new WaitNotify();
        Thread producer = new Thread(() -> {
            try {
                for (int i = 0; i < 10; i++) {
                    b.put(i);
                }
                b.put(-1);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        producer.start();
        int v;
        while ((v = b.take()) >= 0) {
            System.out.println("took " + v);
        }
        producer.join();
        try {
            b.notify();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            b.wait();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            synchronized (b) {
                b.wait(-1);
            }
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        synchronized (b) {
            b.wait(5);
            System.out.println("timed out or woken");
        }
    }
}
