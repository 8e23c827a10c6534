package braid;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * What a program can tell Braid, and ask it.
 *
 * <p>Under {@code braid check} every answer to a choice is explored, executions that break an assumption are dropped, and
 * no other thread runs during an atomic block. On an ordinary Java virtual machine choices are random, a broken assumption
 * ends the program (or skips the test), and atomic blocks are just run.
 */
public final class Braid {
    private Braid() { }

    /** Either answer. */
    public static boolean choose() {
        return ThreadLocalRandom.current().nextBoolean();
    }

    /** A number from 0 to {@code options - 1}. */
    public static int choose(int options) {
        if (options <= 0) {
            throw new IllegalArgumentException("no int below " + options);
        }
        return ThreadLocalRandom.current().nextInt(options);
    }

    /** A number from {@code low} to {@code high}, both included. */
    public static int choose(int low, int high) {
        if (low > high) {
            throw new IllegalArgumentException("no int from " + low + " to " + high);
        }
        return (int) ThreadLocalRandom.current().nextLong(low, high + 1L);
    }

    /** Drops this execution unless the condition holds. What other threads do before that is checked all the same. */
    public static void assume(boolean condition) {
        if (!condition) {
            drop();
        }
    }

    /**
     * Runs a block during which no other thread runs. If it has to wait (for a monitor, in {@code wait}, {@code park} or
     * {@code join}), the others run until it can go on.
     */
    public static void atomic(Runnable block) {
        beginAtomic();
        try {
            block.run();
        } finally {
            endAtomic();
        }
    }

    /** Begins an atomic block of this thread; blocks may be nested. */
    public static void beginAtomic() { }

    /** Ends the atomic block that was begun last. */
    public static void endAtomic() { }

    /**
     * Takes an action once that is possible, and waits until it is: no other thread runs during {@link Action#attempt()}. Nobody
     * has to be notified when something changes. A thread whose action never becomes possible is blocked, and a deadlock is
     * found as with locks. An interrupt does not end the wait.
     *
     * <p>On an ordinary virtual machine actions exclude each other, and one that is not possible is tried again and again.
     */
    public static void await(Action action) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    attempt(action, Long.MAX_VALUE);
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The same; an interrupt ends the wait. */
    public static void awaitInterruptibly(Action action) throws InterruptedException {
        attempt(action, Long.MAX_VALUE);
    }

    /**
     * The same for so many nanoseconds; an interrupt ends the wait, too. If none are given, the action is tried once.
     *
     * @return whether the action was taken
     */
    public static boolean await(Action action, long nanos) throws InterruptedException {
        return attempt(action, nanos);
    }

    /** The same for some time in another unit. */
    public static boolean await(Action action, long time, TimeUnit unit) throws InterruptedException {
        return await(action, unit.toNanos(time));
    }

    /** On an ordinary virtual machine actions exclude each other with the monitor of this class. */
    private static boolean attempt(Action action, long nanos) throws InterruptedException {
        long start = System.nanoTime();
        synchronized (Braid.class) {
            while (true) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                if (action.attempt()) {
                    Braid.class.notifyAll();
                    return true;
                }
                if (System.nanoTime() - start >= nanos) {
                    return false;
                }
                // What makes it possible may be no action.
                Braid.class.wait(1);
            }
        }
    }

    /**
     * Records what this execution ends with: {@code braid check --outcomes} prints all that executions end with. Several
     * values of one execution make a list, in the order in which they were recorded. On an ordinary virtual machine a line
     * is printed.
     */
    public static void outcome(Object value) {
        record(String.valueOf(value));
    }

    private static void record(String value) {
        System.out.println("outcome: " + value);
    }

    /**
     * Ends the check as inconclusive, with what could not be modelled as the reason. For models: where one does not know what
     * the real thing would do, it says so. On an ordinary virtual machine an exception is thrown.
     */
    public static void refuse(String what) {
        throw new UnsupportedOperationException(what);
    }

    /** Whether Braid runs the program. */
    public static boolean isChecked() {
        return false;
    }

    /** On an ordinary virtual machine: the test is skipped if there is a framework to tell, else the program ends. */
    private static void drop() {
        String[] skips = {
            "org.opentest4j.TestAbortedException", "org.junit.AssumptionViolatedException", "org.testng.SkipException",
        };
        for (String name : skips) {
            RuntimeException skip;
            try {
                Class<?> type = Class.forName(name, true, Thread.currentThread().getContextClassLoader());
                skip = (RuntimeException) type.getConstructor(String.class).newInstance("assumption of Braid.assume");
            } catch (ClassNotFoundException | NoSuchMethodException | InstantiationException | IllegalAccessException
                    | InvocationTargetException e) {
                continue;
            }
            throw skip;
        }
        System.exit(0);
    }
}
