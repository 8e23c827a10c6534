//@ verdict: verified
//@ states: 3 on 17, 5 on 25
/** A group of threads can handle what its threads do not catch, and so can a group around it. */
public class GroupHandles {
    static volatile int handled;

    public static void main(String[] args) throws Exception {
        ThreadGroup outer = new ThreadGroup("outer") {
            @Override
            public void uncaughtException(Thread t, Throwable e) {
                handled++;
            }
        };
        Thread t = new Thread(new ThreadGroup(outer, "inner"), () -> {
            throw new IllegalStateException();
        });
        t.start();
        t.join();
        assert handled == 1;
    }
}
