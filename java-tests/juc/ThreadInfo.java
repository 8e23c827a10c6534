//@ run
/** Thread names, priorities, stack traces, enumeration, current thread, custom subclasses. */
import java.util.*;

public class ThreadInfo {
    static class Named extends Thread {
        Named(String n) {
            super(n);
        }

        @Override
        public void run() {
            setName(getName() + "-renamed");
            StackTraceElement[] st = getStackTrace();
            System.out.println(getName() + " " + st[0].getMethodName() + " " + st[st.length - 1].getMethodName() + " " + (Thread.currentThread() == this));
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Named("custom");
        t.setPriority(Thread.MAX_PRIORITY);
        System.out.println(t.getPriority());
        t.start();
        t.join();
        System.out.println(t.getName() + " " + t.getStackTrace().length);
        for (int p : new int[] {0, 11}) {
            try {
                t.setPriority(p);
                new Thread().setPriority(p);
            } catch (IllegalArgumentException e) {
                System.out.println(e);
            }
        }
        try {
            new Thread((String) null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new Thread().getName() + " " + new Thread().getName() + " " + new Thread(() -> { }, "x").getName());
        Thread direct = new Thread(() -> System.out.println("run called directly in " + Thread.currentThread().getName()));
        direct.run();
        new Thread() { }.run();
        StackTraceElement[] mine = Thread.currentThread().getStackTrace();
        System.out.println(mine[1].getMethodName() + " " + mine[1].getClassName());
        Thread[] all = new Thread[10];
        int n = Thread.currentThread().getThreadGroup().enumerate(all);
        System.out.println(n + " " + all[0].getName() + " " + Thread.activeCount());
        System.out.println(Thread.currentThread().getContextClassLoader() == ThreadInfo.class.getClassLoader());
        System.out.println(Thread.currentThread().getUncaughtExceptionHandler() == Thread.currentThread().getThreadGroup());
        Set<Long> ids = new HashSet<>();
        for (int i = 0; i < 10; i++) {
            ids.add(new Thread().getId());
        }
        System.out.println(ids.size());
    }
}
