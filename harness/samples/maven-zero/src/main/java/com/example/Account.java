package com.example;

/** A bank account, with the usual mistakes to choose from. */
public class Account {
    private final int number;
    private int balance;
    private volatile boolean open;

    public Account(int number, int balance) {
        this.number = number;
        this.balance = balance;
    }

    public synchronized int balance() {
        return balance;
    }

    /** Locks the lower number first, so two transfers never wait for each other. */
    public void transfer(Account to, int amount) {
        Account first = number < to.number ? this : to;
        Account second = number < to.number ? to : this;
        synchronized (first) {
            synchronized (second) {
                balance -= amount;
                to.balance += amount;
            }
        }
    }

    /** Locks the source first: two transfers in opposite directions deadlock. */
    public void transferCarelessly(Account to, int amount) {
        synchronized (this) {
            synchronized (to) { //~ DeadlockError
                balance -= amount;
                to.balance += amount;
            }
        }
    }

    /** Without a lock: a race, and updates get lost. */
    public void deposit(int amount) {
        balance += amount; //~ DataRaceError
    }

    /** Refuses to go below zero, but looks before it locks. */
    public void withdraw(int amount) {
        int before = balance();
        if (before >= amount) {
            synchronized (this) {
                if (balance < amount) {
                    throw new IllegalStateException("overdrawn"); //~ UncaughtExceptionViolation
                }
                balance -= amount;
            }
        }
    }

    public void open() {
        open = true;
    }

    /** Spins until the account is open. */
    public void awaitOpen() {
        while (!open) { //~ LivelockError
            Thread.onSpinWait();
        }
    }
}
