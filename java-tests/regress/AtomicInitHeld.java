//@ verdict: assertion
// G.v == 0 although s was 1 when the block began and 2 when it ended: t has read s and not yet ended its initializer.
public class AtomicInitHeld {
    static volatile int s;
    static class G { static int v; static { v = s; } }

    public static void main(String[] args) {
        new Thread(() -> { int q = G.v; }).start();
        new Thread(() -> { s = 1; s = 2; }).start();
        int[] r = new int[3];
        braid.Braid.atomic(() -> { r[0] = s; r[1] = G.v; r[2] = s; });
        assert !(r[0] == 1 && r[1] == 0 && r[2] == 2); //~ ASSERTION
    }
}
