//@ run
/** Dynamic proxies: dispatch of Object methods, default methods, checked exceptions, boxing. */
import java.lang.reflect.*;
import java.util.*;

public class Proxies {
    interface Calc {
        int add(int a, int b);

        default String twice(String s) {
            return s + s;
        }

        void fail() throws java.io.IOException;

        long big();
    }

    interface Named {
        String name();
    }

    public static void main(String[] args) throws Exception {
        List<String> log = new ArrayList<>();
        InvocationHandler h = (proxy, m, a) -> {
            log.add(m.getName() + (a == null ? "" : Arrays.toString(a)));
            switch (m.getName()) {
                case "add":
                    return (int) a[0] + (int) a[1];
                case "name":
                    return "proxy name";
                case "twice":
                    return InvocationHandler.invokeDefault(proxy, m, a);
                case "toString":
                    return "I am a proxy";
                case "hashCode":
                    return 77;
                case "equals":
                    return proxy == a[0];
                case "fail":
                    throw new java.io.IOException("io");
                case "big":
                    return null;
                default:
                    throw new AssertionError(m);
            }
        };
        Object p = Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {Calc.class, Named.class}, h);
        Calc c = (Calc) p;
        System.out.println(c.add(2, 3) + " " + ((Named) p).name() + " " + c.twice("ab") + " " + c + " " + c.hashCode() + " " + c.equals(p) + " " + c.equals("x"));
        try {
            c.fail();
        } catch (java.io.IOException e) {
            System.out.println(e.getMessage());
        }
        try {
            c.big();
        } catch (NullPointerException e) {
            System.out.println("null for a primitive");
        }
        Named wrong = (Named) Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {Named.class}, (x, m, a) -> 5);
        try {
            wrong.name();
        } catch (ClassCastException e) {
            System.out.println("wrong type");
        }
        Named checked = (Named) Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {Named.class}, (x, m, a) -> {
            throw new Exception("undeclared");
        });
        try {
            checked.name();
        } catch (UndeclaredThrowableException e) {
            System.out.println(e.getCause().getMessage());
        }
        System.out.println(log);
        System.out.println(Proxy.isProxyClass(p.getClass()) + " " + (Proxy.getInvocationHandler(p) == h) + " " + Proxy.isProxyClass(String.class) + " " + Arrays.toString(p.getClass().getInterfaces()));
        try {
            Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {String.class}, h);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
