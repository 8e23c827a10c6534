//@ run
/** Exchanger: pairs swap values; timed exchange fails alone. */
import java.util.concurrent.*;

public class Exchangers {
    public static void main(String[] args) throws Exception {
        Exchanger<String> ex = new Exchanger<>();
        String[] got = new String[2];
        Thread t = new Thread(() -> {
            try {
                String mine = "t0";
                for (int i = 0; i < 5; i++) {
                    mine = ex.exchange(mine) + "t";
                }
                got[0] = mine;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        String mine = "m0";
        for (int i = 0; i < 5; i++) {
            mine = ex.exchange(mine) + "m";
        }
        got[1] = mine;
        t.join();
        System.out.println(got[0] + " " + got[1]);
        try {
            ex.exchange("alone", 1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println(e);
        }
        Thread.currentThread().interrupt();
        try {
            ex.exchange("x");
        } catch (InterruptedException e) {
            System.out.println("interrupted");
        }
        Thread n = new Thread(() -> {
            try {
                System.out.println("received " + ex.exchange(null));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        n.start();
        String r = ex.exchange("value");
        n.join();
        System.out.println(r);
    }
}
