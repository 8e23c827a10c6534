//@ run
/** throw, catch, finally, rethrow, causes. */
public class ExceptionsBasic {
    static class MyException extends Exception {
        final int code;

        MyException(String message, int code) {
            super(message);
            this.code = code;
        }
    }

    static int tryFinally(int how) throws MyException {
        try {
            System.out.println("try " + how);
            if (how == 1) {
                throw new MyException("one", 1);
            }
            if (how == 2) {
                return 2;
            }
            if (how == 3) {
                throw new IllegalStateException("three");
            }
            return 0;
        } catch (MyException e) {
            System.out.println("catch " + e.getMessage() + " " + e.code);
            return 10;
        } finally {
            System.out.println("finally " + how);
        }
    }

    @SuppressWarnings("finally")
    static int finallyOverrides() {
        try {
            throw new RuntimeException("lost");
        } finally {
            return 7;
        }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 4; i++) {
            try {
                System.out.println("result " + tryFinally(i));
            } catch (RuntimeException e) {
                System.out.println("outer " + e);
            }
        }
        System.out.println(finallyOverrides());
        try {
            try {
                Integer.parseInt("12x");
            } catch (NumberFormatException e) {
                throw new RuntimeException("wrapped", e);
            }
        } catch (RuntimeException e) {
            System.out.println(e + " / " + e.getCause());
            System.out.println(new RuntimeException(e.getCause()).getMessage());
        }
        try {
            Object o = "s";
            Integer i = (Integer) o;
        } catch (ClassCastException | IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        String s = null;
        try {
            s.length();
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
    }
}
