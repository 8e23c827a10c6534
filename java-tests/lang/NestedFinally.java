//@ run
/** Nested try/finally with returns, breaks, continues and exceptions that replace each other. */
public class NestedFinally {
    static StringBuilder log = new StringBuilder();

    @SuppressWarnings("finally")
    static int nested(int mode) {
        for (int i = 0; ; i++) {
            log.append("L").append(i);
            try {
                try {
                    if (mode == 0) return 1;
                    if (mode == 1) throw new RuntimeException("m1");
                    if (mode == 2) break;
                    if (mode == 3 && i < 2) continue;
                    if (mode == 4) return 1 / (i - i);
                    return 5;
                } finally {
                    log.append("f");
                    if (mode == 5) throw new IllegalStateException("from finally");
                }
            } catch (ArithmeticException e) {
                log.append("A");
                return 50;
            } finally {
                log.append("F");
                if (mode == 1 && i == 1) return 99;
                if (mode == 1) continue;
            }
        }
        log.append("E");
        return -1;
    }

    static int valueKept() {
        int x = 1;
        try {
            return x;
        } finally {
            x = 2;
        }
    }

    static int[] arrayChanged() {
        int[] x = {1};
        try {
            return x;
        } finally {
            x[0] = 2;
        }
    }

    static void replace() {
        try {
            throw new RuntimeException("first");
        } finally {
            try {
                throw new RuntimeException("inner");
            } catch (RuntimeException e) {
                log.append("swallowed ").append(e.getMessage());
            }
        }
    }

    static long wide(boolean t) {
        long a = 1L << 33;
        double d = 2.5;
        try {
            if (t) {
                throw new Exception();
            }
            return a;
        } catch (Exception e) {
            return a + (long) d;
        } finally {
            a = 0;
            d = 0;
        }
    }

    public static void main(String[] args) {
        for (int mode = 0; mode < 6; mode++) {
            log.setLength(0);
            String r;
            try {
                r = "" + nested(mode);
            } catch (RuntimeException e) {
                r = e.toString();
            }
            System.out.println(mode + ": " + log + " -> " + r);
        }
        System.out.println(valueKept() + " " + arrayChanged()[0] + " " + wide(true) + " " + wide(false));
        log.setLength(0);
        try {
            replace();
        } catch (RuntimeException e) {
            System.out.println(e.getMessage() + " " + log);
        }
    }
}
