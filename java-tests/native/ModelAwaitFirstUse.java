//@ verdict: verified
//@ states: 10
/** Classes that an attempt is the first to use are initialized, and call sites linked, when it is possible, and not before. */
import braid.Action;
import braid.Braid;

public class ModelAwaitFirstUse {
    static class Late {
        static int loads = ++ModelAwaitFirstUse.loads;
        static int door;
    }

    static int loads;
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread opener = new Thread(() -> Late.door = 1);
        opener.start();
        Braid.await(new Action() {
            @Override
            protected boolean attempt() {
                String text = "door " + Late.door + " " + args.length;
                return text.equals("door 1 0");
            }
        });
        opener.join();
        assert loads == 1 : loads;
    }
}
