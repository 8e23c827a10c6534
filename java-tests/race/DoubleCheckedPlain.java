//@ verdict: race
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Double-checked locking without volatile: the unlocked read races with the write. */
public class DoubleCheckedPlain {
    static Object instance;

    static Object get() {
        if (instance == null) { //~ RACE
            synchronized (DoubleCheckedPlain.class) {
                if (instance == null) {
                    instance = new Object(); //~ RACE
                }
            }
        }
        return "done";
    }

    public static void main(String[] args) {
        new Thread(DoubleCheckedPlain::get).start();
        new Thread(DoubleCheckedPlain::get).start();
    }
}
