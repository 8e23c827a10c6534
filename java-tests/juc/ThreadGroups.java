//@ run
/** Thread groups: parents, membership, maximum priority, uncaught exceptions passed upwards. */
public class ThreadGroups {
    public static void main(String[] args) throws Exception {
        ThreadGroup main = Thread.currentThread().getThreadGroup();
        ThreadGroup outer = new ThreadGroup("outer") {
            @Override
            public void uncaughtException(Thread t, Throwable e) {
                System.out.println(getName() + " handles " + e.getMessage() + " of " + t.getName());
            }
        };
        ThreadGroup inner = new ThreadGroup(outer, "inner");
        System.out.println(inner.getParent().getName() + " " + outer.getParent().getName() + " " + main.getParent().getName() + " " + main.getParent().getParent());
        System.out.println(outer.parentOf(inner) + " " + inner.parentOf(outer) + " " + main.parentOf(inner));
        inner.setMaxPriority(3);
        Thread t = new Thread(inner, () -> {
            throw new RuntimeException("boom");
        }, "failing");
        t.setPriority(9);
        System.out.println(t.getPriority() + " " + t.getThreadGroup().getName() + " " + inner.getMaxPriority());
        t.start();
        t.join();
        System.out.println(t.getThreadGroup());
        Thread child = new Thread(outer, () -> {
            Thread grandchild = new Thread(() -> System.out.println("inherits " + Thread.currentThread().getThreadGroup().getName()));
            grandchild.start();
            try {
                grandchild.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        child.start();
        child.join();
        System.out.println(inner + " " + outer.getName() + " " + outer.isDaemon());
        System.out.println(Thread.currentThread().getThreadGroup().activeCount() >= 1);
    }
}
