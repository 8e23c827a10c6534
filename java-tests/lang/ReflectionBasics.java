//@ run
/** Reflection: classes, members, invocation, constructors, fields, exceptions wrapped and refused. */
import java.lang.reflect.*;
import java.util.*;

public class ReflectionBasics {
    static class Target {
        public int pub = 1;
        private String priv = "secret";
        static final long CONST = 9L;
        protected double[] arr;

        public Target() { }

        private Target(String s, int n) {
            priv = s + n;
        }

        public String hello(String who, int times) {
            return ("hi " + who + " ").repeat(times).trim();
        }

        private static int hidden(long x) {
            return (int) x + 1;
        }

        public void fails() throws java.io.IOException {
            throw new java.io.IOException("from target");
        }

        public int sum(int... xs) {
            return Arrays.stream(xs).sum();
        }
    }

    public static void main(String[] args) throws Exception {
        Class<?> c = Class.forName("ReflectionBasics$Target");
        System.out.println(c.getName() + " " + c.getSimpleName() + " " + Modifier.toString(c.getModifiers()) + " " + c.getSuperclass() + " " + c.getPackageName().isEmpty() + " " + c.isInterface() + " " + c.getEnclosingClass().getName());
        TreeSet<String> ms = new TreeSet<>();
        for (Method m : c.getDeclaredMethods()) {
            ms.add(m.toString());
        }
        ms.forEach(System.out::println);
        TreeSet<String> fs = new TreeSet<>();
        for (Field f : c.getDeclaredFields()) {
            fs.add(f.toGenericString());
        }
        System.out.println(fs);
        Constructor<?> k = c.getDeclaredConstructor(String.class, int.class);
        k.setAccessible(true);
        Object o = k.newInstance("made", 7);
        Field p = c.getDeclaredField("priv");
        p.setAccessible(true);
        System.out.println(p.get(o) + " " + c.getField("pub").getInt(o));
        p.set(o, "changed");
        c.getField("pub").setInt(o, 55);
        System.out.println(((Target) o).priv + " " + ((Target) o).pub + " " + c.getDeclaredField("CONST").getLong(null));
        Method hello = c.getMethod("hello", String.class, int.class);
        System.out.println(hello.invoke(o, "bob", 2) + " " + hello.getParameterCount() + " " + hello.getReturnType() + " " + c.getMethod("sum", int[].class).invoke(o, (Object) new int[] {1, 2, 3}) + " " + c.getMethod("sum", int[].class).isVarArgs());
        Method hidden = c.getDeclaredMethod("hidden", long.class);
        hidden.setAccessible(true);
        System.out.println(hidden.invoke(null, 41) + " " + hidden.invoke(null, (byte) 1));
        try {
            c.getMethod("fails").invoke(o);
        } catch (InvocationTargetException e) {
            System.out.println(e.getMessage() + " " + e.getCause());
        }
        for (Throwing t : new Throwing[] {() -> c.getMethod("nope"), () -> c.getField("priv"), () -> hello.invoke(o, "x"), () -> hello.invoke(o, 1, 2), () -> hello.invoke("str", "x", 1), () -> hello.invoke(null, "x", 1), () -> Class.forName("No.Such"), () -> c.getDeclaredConstructor(long.class), () -> Runnable.class.getDeclaredConstructor(), () -> AbstractList.class.getDeclaredConstructor().newInstance(), () -> c.getField("pub").set(o, "text"), () -> Integer.class.getDeclaredField("value").get(1)}) {
            try {
                t.run();
                System.out.println("no exception");
            } catch (Exception e) {
                System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        }
        System.out.println(int.class + " " + void.class + " " + int[].class + " " + String[][].class.getTypeName() + " " + Integer.TYPE + " " + Class.forName("[I") + " " + int.class.isPrimitive() + " " + Map.Entry.class.getName());
    }

    interface Throwing {
        void run() throws Exception;
    }
}
