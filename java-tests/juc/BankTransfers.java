//@ run
/** Ordered locking over accounts: the total is kept, no deadlock. */
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

public class BankTransfers {
    static class Account {
        final int id;
        final Lock lock = new ReentrantLock();
        long balance = 1000;

        Account(int id) {
            this.id = id;
        }
    }

    static void transfer(Account a, Account b, long amount) {
        Account first = a.id < b.id ? a : b, second = first == a ? b : a;
        first.lock.lock();
        try {
            second.lock.lock();
            try {
                if (a.balance < amount) {
                    throw new IllegalStateException("insufficient");
                }
                a.balance -= amount;
                b.balance += amount;
            } finally {
                second.lock.unlock();
            }
        } finally {
            first.lock.unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        Account[] acc = new Account[5];
        Arrays.setAll(acc, Account::new);
        ExecutorService ex = Executors.newFixedThreadPool(4);
        List<Future<Integer>> fs = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            Random r = new Random(t);
            fs.add(ex.submit(() -> {
                int done = 0;
                for (int i = 0; i < 60; i++) {
                    int a = r.nextInt(5), b = (a + 1 + r.nextInt(4)) % 5;
                    try {
                        transfer(acc[a], acc[b], r.nextInt(10));
                    } catch (IllegalStateException e) {
                        done--;
                    }
                    done++;
                }
                return done;
            }));
        }
        int total = 0;
        for (Future<Integer> f : fs) {
            total += f.get();
        }
        ex.shutdown();
        long sum = 0;
        for (Account a : acc) {
            sum += a.balance;
        }
        System.out.println(total + " " + sum);
        try {
            transfer(acc[0], acc[1], 1_000_000);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + ((ReentrantLock) acc[0].lock).isLocked());
        }
    }
}
