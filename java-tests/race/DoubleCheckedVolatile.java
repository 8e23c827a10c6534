//@ verdict: verified
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 17
/** Double-checked locking with volatile: one instance, fully built, no race. */
public class DoubleCheckedVolatile {
    static class Service {
        int state = 5;
    }

    static volatile Service instance;
    static int made;

    static Service get() {
        Service s = instance;
        if (s == null) {
            synchronized (DoubleCheckedVolatile.class) {
                s = instance;
                if (s == null) {
                    made++;
                    instance = s = new Service();
                }
            }
        }
        return s;
    }

    public static void main(String[] args) throws Exception {
        Service[] got = new Service[2];
        Thread t = new Thread(() -> got[0] = get()), u = new Thread(() -> got[1] = get());
        t.start();
        u.start();
        t.join();
        u.join();
        assert got[0] == got[1] && got[0].state == 5 && made == 1;
    }
}
