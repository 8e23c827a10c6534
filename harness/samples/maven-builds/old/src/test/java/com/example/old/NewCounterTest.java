package com.example.old;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class NewCounterTest {
    @Test
    void startsAtZero() {
        assertEquals(0, new Counter().count());
    }
}
