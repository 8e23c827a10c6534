//@ run
/** Phaser: phases, registration, arriveAndDeregister, onAdvance, tiers, termination. */
import java.util.*;
import java.util.concurrent.Phaser;

public class Phasers {
    public static void main(String[] args) throws Exception {
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        Phaser p = new Phaser(1) {
            @Override
            protected boolean onAdvance(int phase, int registered) {
                log.add("phase " + phase + " parties " + registered);
                return phase >= 3 || registered == 0;
            }
        };
        Thread[] ts = new Thread[3];
        for (int i = 0; i < 3; i++) {
            int id = i;
            p.register();
            ts[i] = new Thread(() -> {
                for (int k = 0; k < id; k++) {
                    p.arriveAndAwaitAdvance();
                }
                p.arriveAndDeregister();
            });
            ts[i].start();
        }
        int advances = 0;
        while (!p.isTerminated()) {
            p.arriveAndAwaitAdvance();
            advances++;
        }
        for (Thread t : ts) {
            t.join();
        }
        log.forEach(System.out::println);
        System.out.println(advances + " " + (p.getPhase() < 0) + " " + p.isTerminated() + " " + (p.register() < 0));
        Phaser root = new Phaser(), child = new Phaser(root, 2);
        System.out.println(root.getRegisteredParties() + " " + child.getRegisteredParties() + " " + (child.getRoot() == root) + " " + child.getPhase());
        child.arrive();
        System.out.println(child.getArrivedParties() + " " + child.getUnarrivedParties());
        child.arrive();
        System.out.println(child.getPhase() + " " + root.getPhase());
        System.out.println(child.awaitAdvance(0));
        try {
            new Phaser().arrive();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage().replaceAll("@[0-9a-f]+", ""));
        }
        root.forceTermination();
        System.out.println(child.isTerminated() + " " + child.arriveAndAwaitAdvance() + " " + Phaser.class.getSimpleName());
    }
}
