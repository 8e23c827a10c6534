//@ verdict: verified
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 12
/** Each account has its own lock; no lock protects the field in all of them. */
public class LockPerObject {
    static class Account {
        final Object lock = new Object();
        int balance;
    }

    static final Account A = new Account(), B = new Account();

    static void pay(Account account) {
        synchronized (account.lock) {
            account.balance++;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> pay(A)).start();
        new Thread(() -> pay(B)).start();
        pay(A);
        pay(B);
    }
}
