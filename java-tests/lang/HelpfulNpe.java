//@ run
/** The helpful messages of NullPointerException (JEP 358), for every kind of instruction that throws one. */
public class HelpfulNpe {
    static class P {
        P next;
        int v;
        int[] a;
        String[][] grid;
        static P root;

        P get() {
            return next;
        }

        static P make() {
            return null;
        }
    }

    interface Act {
        void run() throws Throwable;
    }

    static void check(Act a) throws Throwable {
        try {
            a.run();
            System.out.println("no exception");
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    static void locals(P arg, int[] other) throws Throwable {
        P local = arg;
        try {
            local.v = 1;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            arg.next.v++;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            other[3] = 2;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) throws Throwable {
        P p = new P();
        P.root = p;
        check(() -> P.root.next.v = 3);
        check(() -> System.out.println(P.root.next.next.v));
        check(() -> P.root.get().get());
        check(() -> P.make().get());
        check(() -> System.out.println(P.root.a[2]));
        check(() -> P.root.a[2] = 1);
        check(() -> System.out.println(P.root.a.length));
        P.root.grid = new String[2][];
        int i = 1;
        check(() -> System.out.println(P.root.grid[i][0]));
        P.root.grid[1] = new String[1];
        check(() -> System.out.println(P.root.grid[i][i - 1].length()));
        check(() -> {
            throw (RuntimeException) (Object) P.root.next;
        });
        check(() -> {
            synchronized (P.root.next) {
                System.out.println("inside");
            }
        });
        Integer boxed = null;
        check(() -> {
            int x = boxed;
        });
        check(() -> {
            throw new NullPointerException("explicit");
        });
        check(() -> {
            throw new NullPointerException();
        });
        check(() -> java.util.Objects.requireNonNull(null, "by requireNonNull"));
        check(() -> java.util.Objects.requireNonNull(null));
        locals(null, null);
        check(() -> ((long[]) null)[0]++);
        check(() -> ((Runnable) null).run());
    }
}
