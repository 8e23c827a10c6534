package jupiter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PerClass5 {
    private int tests;

    @BeforeAll
    void beforeAll() {
        System.out.println("> before all " + tests++);
    }

    @AfterAll
    void afterAll() {
        System.out.println("> after all " + tests);
    }

    @Test
    @Order(3)
    void third() {
        System.out.println("> third");
        assertEquals(3, tests++);
    }

    @Test
    @Order(1)
    void first() {
        System.out.println("> first");
        assertEquals(1, tests++);
    }

    @Test
    @Order(2)
    void second() {
        System.out.println("> second");
        assertEquals(2, tests++);
    }
}
