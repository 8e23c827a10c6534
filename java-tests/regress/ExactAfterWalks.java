//@ verdict: verified
//@ flags: --store exact
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 222
/** So many states that random walks come in between: the search starts again where it began, not where they ended. */
public class ExactAfterWalks {
    static class Node {
        volatile int value;
    }

    static volatile Node newest;
    static volatile int rounds;

    public static void main(String[] args) {
        new Thread(() -> {
            for (int i = 0; i < 110; i++) {
                Node node = new Node();
                newest = node;
                node.value = i;
            }
        }).start();
        for (int i = 0; i < 240; i++) {
            rounds = i;
        }
        assert newest != null || rounds == 239;
    }
}
