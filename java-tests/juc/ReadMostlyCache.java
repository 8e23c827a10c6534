//@ run
/** A cache with read-write locks, computed once per key, and an eviction thread. */
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

public class ReadMostlyCache<K, V> {
    private final Map<K, V> map = new HashMap<>();
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final Function<K, V> load;
    final AtomicInteger loads = new AtomicInteger();

    ReadMostlyCache(Function<K, V> load) {
        this.load = load;
    }

    V get(K k) {
        lock.readLock().lock();
        try {
            V v = map.get(k);
            if (v != null) {
                return v;
            }
        } finally {
            lock.readLock().unlock();
        }
        lock.writeLock().lock();
        try {
            return map.computeIfAbsent(k, x -> {
                loads.incrementAndGet();
                return load.apply(x);
            });
        } finally {
            lock.writeLock().unlock();
        }
    }

    int size() {
        lock.readLock().lock();
        try {
            return map.size();
        } finally {
            lock.readLock().unlock();
        }
    }

    void evict(Predicate<K> p) {
        lock.writeLock().lock();
        try {
            map.keySet().removeIf(p);
        } finally {
            lock.writeLock().unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        ReadMostlyCache<Integer, String> c = new ReadMostlyCache<>(k -> "v" + k * k);
        Thread[] ts = new Thread[4];
        AtomicInteger wrong = new AtomicInteger();
        for (int i = 0; i < 4; i++) {
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 60; j++) {
                    if (!c.get(j % 12).equals("v" + (j % 12) * (j % 12))) {
                        wrong.incrementAndGet();
                    }
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(c.size() + " " + c.loads + " " + wrong);
        Thread evictor = new Thread(() -> c.evict(k -> k % 2 == 0));
        evictor.start();
        evictor.join();
        System.out.println(c.size() + " " + c.get(2) + " " + c.loads);
    }
}
