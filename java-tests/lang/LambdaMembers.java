//@ run
/** What reflection says of the classes of lambdas: constructors, fields, nests. */
import java.lang.reflect.Constructor;
import java.util.Arrays;
import java.util.function.IntSupplier;

public class LambdaMembers {
    static class Inner {
        static Runnable nothing() {
            return () -> { };
        }
    }

    static void show(Object lambda) {
        Class<?> c = lambda.getClass();
        Constructor<?>[] constructors = c.getDeclaredConstructors();
        System.out.println(constructors.length + " " + c.getConstructors().length);
        System.out.println(Arrays.toString(constructors[0].getParameterTypes()) + " " + constructors[0].getModifiers());
        System.out.println(c.getDeclaredFields().length + " " + c.isHidden() + " " + c.isSynthetic());
        System.out.println(c.getNestHost().getName() + " " + c.isNestmateOf(LambdaMembers.class));
    }

    public static void main(String[] args) throws Exception {
        int number = args.length + 7;
        long wide = 1L << 40;
        show((Runnable) () -> { });
        IntSupplier sum = () -> (int) (number + (wide >> 40));
        show(sum);
        show(Inner.nothing());
        Constructor<?> made = Inner.nothing().getClass().getDeclaredConstructors()[0];
        made.setAccessible(true);
        System.out.println(made.newInstance() instanceof Runnable);
        Constructor<?> other = sum.getClass().getDeclaredConstructors()[0];
        other.setAccessible(true);
        System.out.println(((IntSupplier) other.newInstance(30, 2L << 40)).getAsInt());
    }
}
