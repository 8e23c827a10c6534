//@ verdict: verified
//@ flags: --env GREETING=hello
//@ states: 333 on 17, 325 on 25
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Collections;
import java.util.concurrent.CountDownLatch;

/** What libraries ask for when they start, and a circle of threads that beans tell of. */
public class ManagementInSearch {
    public static void main(String[] args) throws Exception {
        everyday();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        assert threads.findDeadlockedThreads() == null;
        Object first = new Object();
        Object second = new Object();
        CountDownLatch inside = new CountDownLatch(2);
        start(first, second, inside);
        start(second, first, inside);
        inside.await();
        long[] found = null;
        while (found == null) {
            found = threads.findDeadlockedThreads();
        }
        assert found.length == 2;
    }

    private static void start(Object outer, Object inner, CountDownLatch inside) {
        Thread thread = new Thread(() -> {
            synchronized (outer) {
                inside.countDown();
                try {
                    inside.await();
                } catch (InterruptedException interrupted) {
                    throw new IllegalStateException(interrupted);
                }
                synchronized (inner) {
                    throw new IllegalStateException("both");
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static void everyday() throws Exception {
        assert ManagementFactory.getRuntimeMXBean().getName().contains("@");
        assert ManagementFactory.getRuntimeMXBean().getUptime() > 0;
        assert ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getMax() != 0;
        assert InetAddress.getLocalHost() != null;
        assert Collections.list(NetworkInterface.getNetworkInterfaces()).size() > 0;
        // A JVM that runs this has other variables.
        assert System.getenv().size() > 1 || "hello".equals(System.getenv("GREETING"));
        assert Object.class.getResourceAsStream("Object.class").read() == 0xCA;
    }
}
