//@ run
/** Private access between nest mates, inner classes with outer references, shadowing, local and anonymous classes. */
import java.util.function.*;

public class Nests {
    private int secret = 1;
    private static String shared = "s";

    private int bump() {
        return ++secret;
    }

    class Inner {
        private int secret = 100;

        class Deep {
            private int secret = 1000;

            String all() {
                return secret + " " + Inner.this.secret + " " + Nests.this.secret + " " + bump();
            }
        }

        private Inner() {
            secret += Nests.this.secret;
        }
    }

    static class Nested {
        private final Nests n;

        private Nested(Nests n) {
            this.n = n;
            n.secret += 5;
            shared += "!";
        }

        private static long twice(long x) {
            return 2 * x;
        }
    }

    Supplier<String> local(int a) {
        int b = a * 2;
        class Local {
            int c = b + 1;

            String get() {
                return a + " " + b + " " + c + " " + secret;
            }
        }
        return new Local()::get;
    }

    interface Visitor {
        void visit(int x);
    }

    public static void main(String[] args) {
        Nests n = new Nests();
        Nests.Inner i = n.new Inner();
        Nests.Inner.Deep d = i.new Deep();
        System.out.println(d.all() + " " + i.secret + " " + d.secret);
        Nested nested = new Nested(n);
        System.out.println(n.secret + " " + shared + " " + nested.n.bump() + " " + Nested.twice(21));
        System.out.println(n.local(4).get());
        int[] sum = {0};
        Visitor v = new Visitor() {
            private int calls;

            {
                calls = 10;
            }

            @Override
            public void visit(int x) {
                sum[0] += x * ++calls;
            }
        };
        v.visit(1);
        v.visit(2);
        System.out.println(sum[0] + " " + v.getClass().getName() + " " + v.getClass().isAnonymousClass());
        System.out.println(Inner.Deep.class.getNestHost().getName() + " " + Nested.class.isNestmateOf(Inner.class) + " " + Nests.class.getNestMembers().length);
        Nests none = null;
        try {
            none.new Inner();
        } catch (NullPointerException e) {
            System.out.println("no outer");
        }
        System.out.println(i.getClass().getDeclaringClass().getSimpleName() + " " + Inner.Deep.class.getSimpleName() + " " + Inner.Deep.class.getCanonicalName());
    }
}
