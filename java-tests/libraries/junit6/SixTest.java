import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of JUnit 6, two of which take its launcher. */
class SixTest {
    private int sum;

    private void add(boolean waits) throws InterruptedException {
        Thread other = new Thread(() -> sum++);
        other.start();
        if (waits) {
            other.join();
        }
        sum++;
        other.join();
        assertEquals(2, sum);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void given(int threads) throws InterruptedException {
        add(threads == 1);
    }

    @RepeatedTest(2)
    void repeated() throws InterruptedException {
        add(true);
    }

    @Test
    void plain() throws InterruptedException {
        add(false);
    }
}
