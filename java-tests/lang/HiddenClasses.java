//@ run
/** Hidden classes defined through a lookup: names, nest mates, independence of copies. */
import java.io.*;
import java.lang.invoke.*;
import java.util.function.*;

public class HiddenClasses {
    private static int secret = 5;

    public static class Template implements IntSupplier {
        private int calls;

        public int getAsInt() {
            return secret * ++calls;
        }
    }

    public static void main(String[] args) throws Throwable {
        byte[] b;
        try (InputStream in = HiddenClasses.class.getResourceAsStream("/HiddenClasses$Template.class")) {
            b = in.readAllBytes();
        }
        MethodHandles.Lookup l = MethodHandles.lookup();
        MethodHandles.Lookup h1 = l.defineHiddenClass(b, true, MethodHandles.Lookup.ClassOption.NESTMATE);
        MethodHandles.Lookup h2 = l.defineHiddenClass(b, true, MethodHandles.Lookup.ClassOption.NESTMATE);
        Class<?> c1 = h1.lookupClass(), c2 = h2.lookupClass();
        System.out.println(c1.isHidden() + " " + (c1 != c2) + " " + c1.getName().startsWith("HiddenClasses$Template/") + " " + (c1.getNestHost() == HiddenClasses.class) + " " + Template.class.isHidden());
        IntSupplier a = (IntSupplier) h1.findConstructor(c1, MethodType.methodType(void.class)).invoke();
        IntSupplier d = (IntSupplier) c2.getDeclaredConstructor().newInstance();
        System.out.println(a.getAsInt() + " " + a.getAsInt() + " " + d.getAsInt() + " " + (a instanceof Template));
        try {
            Class.forName(c1.getName());
        } catch (ClassNotFoundException e) {
            System.out.println("not found by name");
        }
        Runnable lambda = () -> { };
        System.out.println(lambda.getClass().isHidden() + " " + lambda.getClass().getSimpleName().startsWith("HiddenClasses$$Lambda"));
    }
}
