//@ run
/** Call sites, hidden classes, LambdaMetafactory by hand, class loaders that define classes. */
import java.io.*;
import java.lang.invoke.*;
import java.util.function.*;
import static java.lang.invoke.MethodType.methodType;

public class DynamicCalls {
    public static class Plugin implements Supplier<String> {
        static int loads;

        public String get() {
            return "plugin " + ++loads;
        }
    }

    static class Own extends ClassLoader {
        Own(ClassLoader parent) {
            super(parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("DynamicCalls$Plugin")) {
                return super.loadClass(name, resolve);
            }
            Class<?> done = findLoadedClass(name);
            if (done != null) {
                return done;
            }
            byte[] b = bytes(name);
            return defineClass(name, b, 0, b.length);
        }
    }

    static byte[] bytes(String name) {
        try (InputStream in = DynamicCalls.class.getResourceAsStream("/" + name + ".class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String a() {
        return "a";
    }

    static String b() {
        return "b";
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        MutableCallSite site = new MutableCallSite(l.findStatic(DynamicCalls.class, "a", methodType(String.class)));
        MethodHandle dyn = site.dynamicInvoker();
        System.out.print((String) dyn.invokeExact());
        site.setTarget(l.findStatic(DynamicCalls.class, "b", methodType(String.class)));
        System.out.println((String) dyn.invokeExact());
        CallSite cs = LambdaMetafactory.metafactory(l, "get", methodType(Supplier.class), methodType(Object.class), l.findStatic(DynamicCalls.class, "a", methodType(String.class)), methodType(String.class));
        System.out.println(((Supplier<String>) cs.getTarget().invoke()).get());
        System.out.println(new Plugin().get());
        Class<?> other = new Own(DynamicCalls.class.getClassLoader()).loadClass("DynamicCalls$Plugin");
        Supplier<String> s = (Supplier<String>) other.getDeclaredConstructor().newInstance();
        System.out.println(s.get() + " " + s.get() + " " + (other == Plugin.class) + " " + (s instanceof Plugin) + " " + other.getName().equals(Plugin.class.getName()) + " " + new Plugin().get());
        try {
            Plugin p = (Plugin) (Object) s;
        } catch (ClassCastException e) {
            System.out.println("different loaders");
        }
        try {
            new Own(null).loadClass("DynamicCalls$Missing");
        } catch (ClassNotFoundException e) {
            System.out.println(e.getMessage());
        }
        try {
            new ClassLoader() {
                Class<?> define(byte[] b) {
                    return defineClass(null, b, 0, b.length);
                }
            }.define(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
        } catch (ClassFormatError e) {
            System.out.println(e.getMessage().startsWith("Incompatible magic value"));
        }
        System.out.println(String.class.getClassLoader() + " " + (DynamicCalls.class.getClassLoader() == ClassLoader.getSystemClassLoader()) + " " + ClassLoader.getPlatformClassLoader().getName());
        ClassLoader cl = new Own(DynamicCalls.class.getClassLoader());
        System.out.println(Class.forName("DynamicCalls$Plugin", false, cl).getClassLoader() == cl);
    }
}
