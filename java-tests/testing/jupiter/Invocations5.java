package jupiter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that are made of invocations, of which some fail under some schedule. */
class Invocations5 {
    private static int runs;

    private int count;

    private void increment() {
        count++;
    }

    private void race(int threads) throws InterruptedException {
        Thread other = new Thread(this::increment);
        other.start();
        if (threads == 1) {
            other.join();
        }
        increment();
        other.join();
        assertEquals(2, count);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1})
    void given(int threads) throws InterruptedException {
        race(threads);
    }

    @TestFactory
    Stream<DynamicTest> made() {
        return Stream.of(1, 2).map(threads -> DynamicTest.dynamicTest("of " + threads, () -> {
            count = 0;
            race(threads);
        }));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void together(int round) throws InterruptedException {
        Thread other = new Thread(() -> runs++);
        other.start();
        other.join();
        assertEquals(1, runs);
    }
}
