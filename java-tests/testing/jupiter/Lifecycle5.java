package jupiter;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class Lifecycle5 implements Contract5 {
    int tests;

    @Override
    public int value() {
        return 1;
    }

    @BeforeAll
    static void beforeAll() {
        System.out.println("> before all");
    }

    @AfterAll
    static void afterAll() {
        System.out.println("> after all");
    }

    @BeforeEach
    void before() {
        System.out.println("> before " + tests++);
    }

    @AfterEach
    void after() {
        System.out.println("> after " + tests);
    }

    @Test
    @DisplayName("it passes")
    void passes() {
        System.out.println("> passes");
        assertEquals(1, tests);
        assertThrows(ArithmeticException.class, () -> System.out.println(tests / 0));
    }

    @Test
    void fails() {
        System.out.println("> fails");
        assertAll(() -> assertEquals(1, tests), () -> assertEquals(2, tests, "count"));
    }

    @Fast
    void composed() {
        System.out.println("> composed");
    }

    @Test
    void isAbandoned() {
        System.out.println("> is abandoned");
        assumeTrue(tests > 1);
    }

    @Test
    @Disabled
    void isDisabled() {
        System.out.println("> not called");
    }

    @Nested
    class Inner {
        Inner() {
            System.out.println("> new inner");
        }

        @BeforeEach
        void beforeInner() {
            System.out.println("> before inner " + tests++);
        }

        @AfterEach
        void afterInner() {
            System.out.println("> after inner " + tests);
        }

        @Test
        void inner() {
            System.out.println("> inner");
            assertEquals(2, tests);
        }

        @Nested
        class Innermost {
            @Test
            void innermost() {
                System.out.println("> innermost");
                assertEquals(2, tests);
            }
        }
    }
}
