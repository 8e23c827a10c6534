//@ verdict: race
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** An object handed over through a plain field. */
public class RacyPublication {
    static class Box {
        int value = 1;
    }

    static Box box;

    public static void main(String[] args) {
        new Thread(() -> box = new Box()).start(); //~ RACE
        Box seen = box; //~ RACE
        assert seen == null || seen.value == 1;
    }
}
