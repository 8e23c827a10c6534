package com.example.vintage;

import static org.junit.Assert.assertEquals;

import braid.junit.BraidTest;
import org.junit.Before;
import org.junit.Ignore;
import org.junit.Test;

public class CounterTest {
    private Counter counter;

    @Before
    public void create() {
        counter = new Counter();
    }

    @Test
    public void startsAtZero() {
        assertEquals(0, counter.count());
    }

    @BraidTest
    public void countsWithALock() throws InterruptedException {
        both(counter::incrementLocked);
        assertEquals(2, counter.count());
    }

    @BraidTest
    public void losesCounts() throws InterruptedException {
        both(counter::increment);
        assertEquals(2, counter.count()); //~ AssertionViolation
    }

    @Ignore
    @BraidTest
    public void isIgnored() {
        throw new IllegalStateException();
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
