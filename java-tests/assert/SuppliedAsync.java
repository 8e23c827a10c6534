//@ verdict: verified
//@ flags: --time virtual
//@ states: 98 on 17, 217 on 25
/** A value that the common pool supplies. No worker is trimmed while there is something to do, since time does not pass then. */
import java.util.concurrent.CompletableFuture;

public class SuppliedAsync {
    public static void main(String[] args) {
        CompletableFuture<Integer> supplied = CompletableFuture.supplyAsync(() -> 20);
        assert supplied.join() == 20;
    }
}
