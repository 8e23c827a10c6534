//@ verdict: deadlock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
import java.util.concurrent.CompletableFuture;

/** A worker that is told to stop before it looks completes no future, and whoever waits for it waits for ever. */
public class FutureNeverDone {
    static final CompletableFuture<String> RESULT = new CompletableFuture<>();
    static volatile boolean stop;

    public static void main(String[] args) {
        new Thread(() -> {
            if (!stop) {
                System.out.println("working");
                RESULT.complete("done");
            }
        }, "worker").start();
        stop = true;
        System.out.println("waiting");
        RESULT.thenApply(String::length).join(); //~ BLOCKED
    }
}
