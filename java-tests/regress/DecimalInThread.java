//@ verdict: verified
//@ states: 3
import java.math.BigDecimal;

// The initializer of a library class that computes for long: on JDK 25 that of `BigDecimal` takes 21 million instructions.
public class DecimalInThread {
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            BigDecimal sum = new BigDecimal("1.50").add(BigDecimal.ONE);
            assert sum.toString().equals("2.50");
        });
        thread.start();
        thread.join();
    }
}
