//@ verdict: verified
//@ states: 166 on 17, 245 on 25
// Which of two proxies is made first decides on their names: the same name stands for different classes in different states.
import java.lang.reflect.Proxy;

public class ProxiesByTurns {
    interface One {
        int one();
    }

    interface Two {
        int two();
    }

    static final Object LOCK = new Object();

    static int ofOne() {
        synchronized (LOCK) {
            Class<?>[] interfaces = {One.class};
            return ((One) Proxy.newProxyInstance(One.class.getClassLoader(), interfaces, (p, m, a) -> 1)).one();
        }
    }

    static int ofTwo() {
        synchronized (LOCK) {
            Class<?>[] interfaces = {Two.class};
            return ((Two) Proxy.newProxyInstance(Two.class.getClassLoader(), interfaces, (p, m, a) -> 2)).two();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            assert ofOne() == 1;
        });
        other.start();
        assert ofTwo() == 2;
        other.join();
    }
}
