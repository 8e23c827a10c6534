package com.example.old;

/** Counts, and loses counts when two threads do. */
public class Counter {
    private volatile int count;

    public void increment() {
        count++;
    }

    public synchronized void incrementLocked() {
        count++;
    }

    public int count() {
        return count;
    }
}
