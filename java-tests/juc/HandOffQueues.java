//@ run
/** SynchronousQueue and LinkedTransferQueue: direct hand-off. */
import java.util.*;
import java.util.concurrent.*;

public class HandOffQueues {
    public static void main(String[] args) throws Exception {
        SynchronousQueue<Integer> sq = new SynchronousQueue<>();
        System.out.println(sq.offer(1) + " " + sq.poll() + " " + sq.size() + " " + sq.peek() + " " + sq.offer(1, 1, TimeUnit.MILLISECONDS) + " " + sq.isEmpty());
        Thread t = new Thread(() -> {
            try {
                for (int i = 0; i < 5; i++) {
                    sq.put(i * i);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            sb.append(sq.take()).append(' ');
        }
        t.join();
        System.out.println(sb);
        SynchronousQueue<String> fair = new SynchronousQueue<>(true);
        Thread p = new Thread(() -> {
            try {
                fair.put("hello");
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        p.start();
        System.out.println(fair.take());
        p.join();
        LinkedTransferQueue<String> lt = new LinkedTransferQueue<>();
        System.out.println(lt.tryTransfer("nobody") + " " + lt.tryTransfer("nobody", 1, TimeUnit.MILLISECONDS) + " " + lt.size());
        lt.put("queued");
        Thread c = new Thread(() -> {
            try {
                System.out.println("c " + lt.take());
                System.out.println("c " + lt.take());
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        c.start();
        lt.transfer("transferred");
        c.join();
        System.out.println(lt.isEmpty() + " " + lt.hasWaitingConsumer() + " " + lt.getWaitingConsumerCount());
        Thread i = new Thread(() -> {
            try {
                lt.transfer("stuck");
            } catch (InterruptedException e) {
                System.out.println("interrupted, left " + lt.size());
            }
        });
        i.start();
        i.interrupt();
        i.join();
    }
}
