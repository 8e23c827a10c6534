//@ verdict: verified
//@ outcomes: 0true 0false 1true 1false
//@ states: 21
/** Of two equal strings the one that is interned first stays. */
public class InternedFirst {
    static volatile int x;

    static boolean isFirst(int number) {
        String made = "interned" + number;
        return made.intern() == made;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            x = 1;
            isFirst(1);
        }).start();
        int seen = x;
        Outcome.is(seen + "" + isFirst(1), args);
    }
}
