//@ verdict: assertion
/**
 * Twenty cells, more than are told apart: each is written by one thread only, but for one of them, which another thread
 * comes to late.
 */
public class ManyOfAKind {
    static final class Cell {
        volatile int value;
    }

    static final Cell[] CELLS = new Cell[20];
    static volatile boolean full;

    public static void main(String[] args) {
        for (int i = 0; i < CELLS.length; i++) {
            CELLS[i] = new Cell();
        }
        new Thread(() -> {
            full = true;
            for (Cell cell : CELLS) {
                cell.value = 1;
                cell.value = 2;
            }
        }).start();
        new Thread(() -> {
            if (full) {
                assert CELLS[3].value != 1; //~ ASSERTION
            }
        }).start();
    }
}
