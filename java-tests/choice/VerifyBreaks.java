//@ verdict: assertion

import gov.nasa.jpf.vm.Verify;

/** A transition that is broken lets others in; comments, hints, marks and settings of the search change nothing. */
public class VerifyBreaks {
    static int shared;

    public static void main(String[] args) throws InterruptedException {
        Verify.setProperties("cg.enumerate_cas=true", "search.depth_limit = 3", null);
        Object lock = new Object();
        Thread other = new Thread(() -> {
            synchronized (lock) {
                shared = 2;
            }
        });
        other.start();
        Verify.addComment("between");
        Verify.boring(true);
        Verify.interesting(shared == 2);
        Verify.atLabel("here");
        Verify.setShared(lock, false);
        Verify.busyWait(1L << 60);
        Verify.storeTraceIf(false, "file", "comment");
        synchronized (lock) {
            shared = Verify.breakTransition("choice", 3, 4);
        }
        Verify.breakTransition("others");
        Verify.assertTrue("message", shared != 2); //~ ASSERTION
        other.join();
    }
}
