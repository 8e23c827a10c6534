package com.example.old;

import static org.junit.jupiter.api.Assertions.assertEquals;

import braid.junit.BraidTest;

class CounterTest {
    private final Counter counter = new Counter();

    @BraidTest
    void countsWithALock() throws InterruptedException {
        both(counter::incrementLocked);
        assertEquals(2, counter.count());
    }

    @BraidTest
    void losesCounts() throws InterruptedException {
        both(counter::increment);
        assertEquals(2, counter.count()); //~ AssertionViolation
    }

    private static void both(Runnable work) throws InterruptedException {
        Thread first = new Thread(work, "first");
        Thread second = new Thread(work, "second");
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
