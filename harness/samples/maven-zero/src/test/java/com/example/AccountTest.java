package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import braid.junit.BraidTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** One test of each kind of failure, and two that pass. */
class AccountTest {
    private Account mine;
    private Account yours;

    @BeforeEach
    void open() {
        mine = new Account(1, 10);
        yours = new Account(2, 10);
    }

    /** An ordinary test beside the others, which Jupiter runs. */
    @Test
    void startsWithTen() {
        assertEquals(10, mine.balance());
    }

    @BraidTest
    void transfersKeepTheSum() throws InterruptedException {
        both(() -> mine.transfer(yours, 3), () -> yours.transfer(mine, 4));
        assertEquals(20, mine.balance() + yours.balance());
    }

    @BraidTest
    void deadlock() throws InterruptedException {
        both(() -> mine.transferCarelessly(yours, 3), () -> yours.transferCarelessly(mine, 4));
    }

    @BraidTest(races = BraidTest.Races.ERROR)
    void race() throws InterruptedException {
        both(() -> mine.deposit(1), () -> mine.deposit(2));
    }

    @BraidTest
    void lostUpdate() throws InterruptedException {
        both(() -> mine.deposit(1), () -> mine.deposit(2));
        assertEquals(13, mine.balance()); //~ AssertionViolation
    }

    @BraidTest
    void uncaught() throws InterruptedException {
        both(() -> mine.withdraw(6), () -> mine.withdraw(7));
    }

    @BraidTest
    void livelock() throws InterruptedException {
        both(() -> mine.awaitOpen(), () -> yours.open());
    }

    @BraidTest(timeLimit = 0.01)
    void tooLittleTime() throws InterruptedException {
        Thread[] threads = new Thread[6];
        for (int i = 0; i < threads.length; i++) {
            Account to = i % 2 == 0 ? mine : yours;
            Account from = i % 2 == 0 ? yours : mine;
            threads[i] = new Thread(() -> {
                for (int round = 0; round < 4; round++) {
                    from.transfer(to, round);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Nested
    class WhenEmpty {
        @BeforeEach
        void spend() {
            mine.transfer(yours, 10);
        }

        @BraidTest(expect = BraidTest.Expect.VIOLATED, kind = BraidTest.Kind.DEADLOCK)
        void stillDeadlocks() throws InterruptedException {
            both(() -> mine.transferCarelessly(yours, 0), () -> yours.transferCarelessly(mine, 0));
        }
    }

    private static void both(Runnable first, Runnable second) throws InterruptedException {
        Thread one = new Thread(first, "first");
        Thread two = new Thread(second, "second");
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
