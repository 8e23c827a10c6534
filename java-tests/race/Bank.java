//@ verdict: assertion
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Check-then-act on a balance: each step is synchronized, the pair is not. */
public class Bank {
    static int balance = 10;

    static synchronized int balance() {
        return balance;
    }

    static synchronized void add(int d) {
        balance += d;
        assert balance >= 0; //~ ASSERTION
    }

    static void withdraw(int amount) {
        if (balance() >= amount) {
            add(-amount);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> withdraw(10)).start();
        new Thread(() -> withdraw(10)).start();
    }
}
