//@ verdict: assertion
/** A cell that one thread alone uses, until another one finds it through a field that it looks at late. */
public class HandedOnLate {
    static final class Cell {
        volatile int value;
    }

    static volatile Cell handed;

    public static void main(String[] args) {
        Cell cell = new Cell();
        new Thread(() -> {
            cell.value = 1;
            cell.value = 2;
            handed = cell;
            cell.value = 3;
            cell.value = 4;
        }).start();
        new Thread(() -> {
            Cell seen = handed;
            assert seen == null || seen.value != 3; //~ ASSERTION
        }).start();
    }
}
