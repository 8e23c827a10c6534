//@ run
/** ThreadLocal and InheritableThreadLocal: initial values, isolation, removal, inheritance. */
import java.util.*;

public class ThreadLocals {
    static final ThreadLocal<List<String>> LOG = ThreadLocal.withInitial(ArrayList::new);
    static final ThreadLocal<Integer> PLAIN = new ThreadLocal<>();
    static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>() {
        @Override
        protected String childValue(String parent) {
            return parent + "-child";
        }
    };

    public static void main(String[] args) throws Exception {
        LOG.get().add("main");
        PLAIN.set(1);
        INHERITED.set("root");
        String[] seen = new String[4];
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                LOG.get().add("t" + id);
                String before = LOG.get() + " " + PLAIN.get() + " " + INHERITED.get();
                PLAIN.set(id * 10);
                INHERITED.set("own" + id);
                LOG.remove();
                seen[id] = before + " " + PLAIN.get() + " " + INHERITED.get() + " " + LOG.get();
            });
        }
        INHERITED.set("changed later");
        for (Thread t : ts) {
            t.start();
        }
        for (Thread t : ts) {
            t.join();
        }
        for (String s : seen) {
            System.out.println(s);
        }
        System.out.println(LOG.get() + " " + PLAIN.get() + " " + INHERITED.get());
        PLAIN.remove();
        System.out.println(PLAIN.get());
        List<ThreadLocal<Integer>> many = new ArrayList<>();
        int sum = 0;
        for (int i = 0; i < 50; i++) {
            int v = i;
            many.add(ThreadLocal.withInitial(() -> v));
        }
        for (ThreadLocal<Integer> t : many) {
            sum += t.get();
        }
        System.out.println(sum);
    }
}
