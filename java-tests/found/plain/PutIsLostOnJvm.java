/** Shows on a plain JVM what PutIsLost is about: rounds until a put is lost. Exits with 1 then. */
import org.jctools.maps.NonBlockingHashMapLong;

public class PutIsLostOnJvm {
    static volatile int begun;
    static volatile int removed;

    public static void main(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 3_000_000;
        NonBlockingHashMapLong<String> map = new NonBlockingHashMapLong<>();
        Thread remover = new Thread(() -> {
            for (int round = 1; round <= rounds; round++) {
                while (begun != round) {
                    Thread.yield();
                }
                map.remove(0L);
                removed = round;
            }
        });
        remover.setDaemon(true);
        remover.start();
        for (int round = 1; round <= rounds; round++) {
            map.put(0L, "old");
            begun = round;
            for (int wait = round & 63; wait > 0; wait--) {
                Thread.onSpinWait();
            }
            String before = map.put(0L, "new");
            while (removed != round) {
                Thread.yield();
            }
            if (before == null && map.get(0L) == null) {
                System.out.println("round " + round + ": the put is lost");
                System.exit(1);
            }
        }
    }
}
