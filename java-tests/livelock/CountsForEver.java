//@ verdict: inconclusive a transaction has more than 3000000 instructions
//@ flags: --max-transaction 3000000
/** Neither ends nor comes back to a state where it was: a variable grows without bound. */
public class CountsForEver {
    public static void main(String[] args) throws Exception {
        Thread counter = new Thread(() -> {
            long count = 0;
            while (count >= 0) {
                count++;
            }
        });
        counter.start();
        counter.join();
    }
}
