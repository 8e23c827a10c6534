package jupiter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

interface Contract5 {
    int value();

    @BeforeEach
    default void beforeContract() {
        System.out.println("> before contract");
    }

    @Test
    default void contract() {
        System.out.println("> contract");
        assertEquals(1, value());
    }
}
