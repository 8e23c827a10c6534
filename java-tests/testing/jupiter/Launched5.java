package jupiter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What only the launcher can run. */
class Launched5 {
    static class Counting implements BeforeEachCallback {
        @Override
        public void beforeEach(ExtensionContext context) {
            System.out.println("> extension before " + context.getDisplayName());
        }
    }

    int sum;
    String name;

    @BeforeEach
    void named(TestInfo info) {
        name = info.getTestMethod().orElseThrow().getName();
    }

    synchronized void add() {
        sum++;
    }

    void twice(Runnable action) throws InterruptedException {
        Thread other = new Thread(action);
        other.start();
        action.run();
        other.join();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void guarded(int rounds) throws InterruptedException {
        for (int i = 0; i < rounds; i++) {
            twice(this::add);
        }
        assertEquals(2 * rounds, sum);
        System.out.println("> " + name + " " + rounds);
    }

    @ParameterizedTest
    @ValueSource(ints = 1)
    void unguarded(int rounds) throws InterruptedException {
        twice(() -> sum++);
        assertEquals(2 * rounds, sum);
    }

    @RepeatedTest(2)
    void repeated() throws InterruptedException {
        twice(this::add);
        assertEquals(2, sum);
        System.out.println("> " + name);
    }

    @TestFactory
    List<DynamicTest> made() {
        return List.of(DynamicTest.dynamicTest("one", () -> {
            twice(this::add);
            assertEquals(2, sum);
            System.out.println("> " + name);
        }));
    }

    @Test
    void writes(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("file");
        twice(() -> assertTrue(!Files.exists(file)));
        Files.writeString(file, "text");
        assertEquals("text", Files.readString(file));
        System.out.println("> " + name);
    }

    @Nested
    @ExtendWith(Counting.class)
    class Extended {
        @Test
        void inside() throws InterruptedException {
            twice(Launched5.this::add);
            assertEquals(2, sum);
            System.out.println("> " + name);
        }
    }
}
