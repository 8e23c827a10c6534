//@ verdict: uncaught java.lang.ArrayIndexOutOfBoundsException
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** A stack with synchronized steps and an unsynchronized pair. */
public class StackCheckThenAct {
    static final int[] DATA = new int[2];
    static int top;

    static synchronized boolean isEmpty() {
        return top == 0;
    }

    static synchronized void push(int v) {
        DATA[top++] = v;
    }

    static synchronized int pop() {
        return DATA[--top]; //~ UNCAUGHT
    }

    public static void main(String[] args) {
        push(1);
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                if (!isEmpty()) {
                    pop();
                }
            }).start();
        }
    }
}
