//@ verdict: assertion
import java.lang.reflect.Method;

/** Asking by reflection what a thread is doing is asking all the same. */
public class StateByReflection {
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Method getState = Thread.class.getMethod("getState");
        Thread thread = new Thread(() -> {
            synchronized (lock) { }
        });
        synchronized (lock) {
            thread.start();
            assert getState.invoke(thread) != Thread.State.BLOCKED; //~ ASSERTION
        }
    }
}
