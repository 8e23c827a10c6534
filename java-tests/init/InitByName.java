//@ verdict: deadlock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Reflection initializes classes like any other code, and waits for who does. */
public class InitByName {
    static class First {
        static {
            load("InitByName$Second");
        }
    }

    static class Second {
        static {
            load("InitByName$First");
        }
    }

    static void load(String name) {
        try {
            Class.forName(name);    //~ BLOCKED
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> load("InitByName$First")).start();
        load("InitByName$Second");
    }
}
