//@ verdict: uncaught CausedByInitializer$Refused
/** An exception that makes up its message and has causes, in a thread whose name is not fit for a terminal. */
public class CausedByInitializer {
    static class Settings {
        static final int SIZE = Integer.parseInt("many");

        static int size() {
            return SIZE;
        }
    }

    static class Refused extends RuntimeException {
        private final String what;

        Refused(String what, Throwable cause) {
            super(cause);
            this.what = what;
        }

        @Override
        public String getMessage() {
            return "no " + what + "\nand no\tother";
        }
    }

    public static void main(String[] args) throws Exception {
        Thread loader = new Thread(() -> {
            try {
                Settings.size();
            } catch (ExceptionInInitializerError e) {
                throw new Refused("settings", e);	//~ UNCAUGHT
            }
        }, "日本\t\u001b[31m\nloader");
        loader.start();
        loader.join();
    }
}
