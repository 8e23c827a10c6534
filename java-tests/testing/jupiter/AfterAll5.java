package jupiter;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What fails after all invocations fails with each of them, and makes no more of them. */
class AfterAll5 {
    @AfterAll
    static void fails() {
        throw new IllegalStateException("after all");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void given(int number) { }
}
