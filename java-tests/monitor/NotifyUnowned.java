//@ verdict: uncaught java.lang.IllegalMonitorStateException
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** notify without the monitor. */
public class NotifyUnowned {
    public static void main(String[] args) {
        Object m = new Object();
        new Thread(() -> {
            m.notify(); //~ UNCAUGHT
        }).start();
    }
}
