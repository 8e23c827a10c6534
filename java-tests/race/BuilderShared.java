//@ verdict: race
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** A StringBuilder is for one thread at a time. */
public class BuilderShared {
    static final StringBuilder TEXT = new StringBuilder();

    public static void main(String[] args) {
        new Thread(() -> TEXT.append('x')).start(); //~ RACE
        TEXT.length(); //~ RACE
    }
}
