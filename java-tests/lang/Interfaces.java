//@ run
/** Interface dispatch: default, static and private methods, diamonds, constants, functional interfaces. */
public class Interfaces {
    interface Named {
        String PREFIX = "N:";

        String name();

        default String greet() {
            return "Hello " + decorate(name());
        }

        private String decorate(String s) {
            return PREFIX + s;
        }

        static Named of(String s) {
            return () -> s;
        }
    }

    interface Loud extends Named {
        @Override
        default String greet() {
            return Named.super.greet().toUpperCase();
        }
    }

    interface Polite {
        default String greet() {
            return "Good day";
        }
    }

    static class Both implements Loud, Polite {
        public String name() {
            return "both";
        }

        public String greet() {
            return Loud.super.greet() + "/" + Polite.super.greet();
        }
    }

    static abstract class Base {
        public String greet() {
            return "class wins";
        }
    }

    static class Sub extends Base implements Polite {
    }

    public static void main(String[] args) {
        System.out.println(Named.of("lambda").greet());
        System.out.println(new Both().greet());
        System.out.println(new Sub().greet());
        Polite p = new Sub();
        System.out.println(p.greet());
        Named anon = new Named() {
            int n;

            public String name() {
                return "anon" + n++;
            }
        };
        System.out.println(anon.greet() + " " + anon.greet());
        Runnable r = () -> System.out.println("run " + anon.name());
        r.run();
    }
}
