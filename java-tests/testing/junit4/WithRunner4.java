package junit4;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

@RunWith(Parameterized.class)
public class WithRunner4 {
    @Parameterized.Parameters
    public static List<Integer> rounds() {
        return Arrays.asList(1, 2);
    }

    private final int rounds;
    private int sum;

    public WithRunner4(int rounds) {
        this.rounds = rounds;
    }

    @Test
    public void test() throws InterruptedException {
        Thread other = new Thread(this::add);
        other.start();
        for (int i = 0; i < rounds; i++) {
            add();
        }
        other.join();
        assertEquals(rounds + 1, sum);
        System.out.println("> " + rounds);
    }

    private synchronized void add() {
        sum++;
    }
}
