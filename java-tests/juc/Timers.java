//@ run
/** java.util.Timer: one-shot, periodic and cancelled tasks; a timer that dies of an exception. */
import java.util.*;
import java.util.concurrent.*;

public class Timers {
    public static void main(String[] args) throws Exception {
        Timer timer = new Timer("my-timer", true);
        CountDownLatch once = new CountDownLatch(1), thrice = new CountDownLatch(3);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                System.out.println("once in " + Thread.currentThread().getName());
                once.countDown();
            }
        }, 1);
        once.await();
        int[] runs = new int[1];
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                runs[0]++;
                if (runs[0] == 3) {
                    System.out.println("cancel " + cancel() + " " + cancel());
                }
                thrice.countDown();
            }
        }, 0, 1);
        thrice.await();
        TimerTask never = new TimerTask() {
            @Override
            public void run() {
                System.out.println("never");
            }
        };
        timer.schedule(never, 100_000_000L);
        System.out.println(never.cancel() + " " + never.cancel());
        CountDownLatch after = new CountDownLatch(1);
        timer.scheduleAtFixedRate(new TimerTask() {
            @Override
            public void run() {
                after.countDown();
            }
        }, new Date(1), 1_000_000_000_000L);
        after.await();
        timer.cancel();
        try {
            timer.schedule(never, 1);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            new Timer(true).schedule(never, -1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
