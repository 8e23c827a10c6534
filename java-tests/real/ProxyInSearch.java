//@ verdict: verified
//@ states: 31 on 17, 53 on 25
// A dynamic proxy is made while schedules are explored: a class from bytes, in a module of its own.
import java.lang.reflect.Proxy;

public class ProxyInSearch {
    interface Greeter {
        String greet(String name);
    }

    static volatile boolean flag;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> flag = true);
        other.start();
        Greeter greeter = (Greeter) Proxy.newProxyInstance(ProxyInSearch.class.getClassLoader(),
            new Class<?>[] {Greeter.class}, (proxy, method, given) -> method.getName() + " " + given[0] + flag);
        String answer = greeter.greet("you");
        other.join();
        assert answer.equals("greet youtrue") || answer.equals("greet youfalse");
        assert Proxy.isProxyClass(greeter.getClass());
    }
}
