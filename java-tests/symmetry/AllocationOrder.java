//@ verdict: verified
//@ states: 6
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Two threads allocate and publish into their own slots: the order of allocation leaves no trace. */
public class AllocationOrder {
    static class Cell {
        int v;
        Cell other;
    }

    static final Cell[] SLOTS = new Cell[2];

    public static void main(String[] args) throws Exception {
        Thread[] ts = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                Cell c = new Cell();
                c.v = id;
                synchronized (SLOTS) {
                    SLOTS[id] = c;
                    c.other = SLOTS[1 - id];
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        assert (SLOTS[0].other == null) != (SLOTS[1].other == null);
    }
}
