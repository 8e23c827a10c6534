//@ verdict: verified
//@ revisions: two three
//@[two] args: 2
//@[three] args: 3
//@[two] states: 30
//@[three] states: 185
/** The queue lock of Craig, Landin and Hagersten. args: threads */
import java.util.concurrent.atomic.AtomicReference;

public class ClhLock {
    static class Node {
        volatile boolean locked;
    }

    static final AtomicReference<Node> TAIL = new AtomicReference<>(new Node());
    static int inside;

    public static void main(String[] args) {
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            new Thread(() -> {
                Node n = new Node();
                n.locked = true;
                Node pred = TAIL.getAndSet(n);
                while (pred.locked) { }
                inside++;
                assert inside == 1;
                inside--;
                n.locked = false;
            }).start();
        }
    }
}
