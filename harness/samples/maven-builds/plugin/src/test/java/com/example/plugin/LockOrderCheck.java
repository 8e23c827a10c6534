package com.example.plugin;

/** Two threads lock the same two objects, each in its own order. */
public class LockOrderCheck {
    private static final Object A = new Object();
    private static final Object B = new Object();

    public static void main(String[] args) {
        new Thread(() -> lock(A, B), "first").start();
        new Thread(() -> lock(B, A), "second").start();
    }

    private static void lock(Object outer, Object inner) {
        synchronized (outer) {
            synchronized (inner) { //~ deadlock
                System.out.println("both");
            }
        }
    }
}
