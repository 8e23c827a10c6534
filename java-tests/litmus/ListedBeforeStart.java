//@ verdict: assertion
/** Who lists threads may come between an action and the start after it. */
public class ListedBeforeStart {
    static volatile int step;

    public static void main(String[] args) throws Exception {
        Thread lists = new Thread(() -> {
            if (step == 1) {
                boolean listed = Thread.getAllStackTraces().keySet().stream().anyMatch(t -> t.getName().equals("other"));
                assert listed; //~ ASSERTION
            }
        });
        lists.start();
        step = 1;
        Thread other = new Thread(() -> {
            while (step != 2) {
                Thread.yield();
            }
        }, "other");
        other.start();
        lists.join();
        step = 2;
    }
}
