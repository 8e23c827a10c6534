//@ verdict: verified
//@ outcomes: truetrue truefalse falsefalse
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 12
/** A thread that was alive may be gone, but not the other way around. */
public class AliveTwice {
    public static void main(String[] args) {
        Thread t = new Thread(() -> { });
        t.start();
        boolean before = t.isAlive();
        boolean after = t.isAlive();
        Outcome.is("" + before + after, args);
    }
}
