//@ verdict: assertion
//@ revisions: few many
//@[few] args: 3
//@[many] args: 99
/**
 * Writers set one number under one lock and, in a second stage, another one under another lock; a reader that comes between the
 * stages finds the first done and the second not. After a program of SCTBench. args: writers
 */
public class Twostage {
    static final Object STAGE1 = new Object(), STAGE2 = new Object();
    static int data1, data2;

    public static void main(String[] args) {
        int writers = Integer.parseInt(args[0]);
        for (int i = 0; i < writers; i++) {
            new Thread(Twostage::write).start();
        }
        new Thread(Twostage::read).start();
    }

    static void write() {
        synchronized (STAGE1) {
            data1 = 1;
        }
        synchronized (STAGE2) {
            data2 = data1 + 1;
        }
    }

    static void read() {
        int one, two;
        synchronized (STAGE1) {
            if (data1 == 0) {
                return;
            }
            one = data1;
        }
        synchronized (STAGE2) {
            two = data2;
        }
        assert two == one + 1; //~ ASSERTION
    }
}
