//@ verdict: assertion
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** A work-stealing deque whose owner takes the last element without competing with the thief. */
public class WorkStealing {
    static final int SIZE = 2;
    static final int[] TASKS = new int[SIZE];
    static final int[] DONE = new int[SIZE];
    static volatile int head, tail;

    static void push(int task) {
        TASKS[tail] = task;
        tail = tail + 1;
    }

    static int pop() {
        int t = tail - 1;
        tail = t;
        if (head <= t) {
            return TASKS[t];
        }
        tail = head;
        return -1;
    }

    static synchronized int steal() {
        int h = head;
        if (h < tail) {
            head = h + 1;
            return TASKS[h];
        }
        return -1;
    }

    static void run(int task) {
        if (task >= 0) {
            synchronized (DONE) {
                DONE[task]++;
                assert DONE[task] == 1; //~ ASSERTION
            }
        }
    }

    public static void main(String[] args) {
        push(0);
        push(1);
        new Thread(() -> run(steal())).start();
        run(pop());
        run(pop());
    }
}
