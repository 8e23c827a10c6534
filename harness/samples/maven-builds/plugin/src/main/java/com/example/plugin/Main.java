package com.example.plugin;

/** A program that always ends well. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        Counter counter = new Counter();
        Thread other = new Thread(counter::incrementLocked);
        other.start();
        counter.incrementLocked();
        other.join();
        assert counter.count() == 2;
    }
}
