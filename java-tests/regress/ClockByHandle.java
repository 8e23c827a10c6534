//@ verdict: verified
//@ revisions: handle calendar
//@[handle] args: handle
//@[calendar] args: calendar
//@[handle] states: 39
//@[calendar] states: 36
// A loop that waits for time to pass is left, by whatever means it looks at the clock.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Calendar;

public class ClockByHandle {
    public static void main(String[] args) throws Throwable {
        Calendar.getInstance();
        MethodType type = MethodType.methodType(long.class);
        MethodHandle timer = MethodHandles.lookup().findStatic(System.class, "nanoTime", type);
        new Thread(() -> { }).start();
        if (args[0].equals("handle")) {
            long start = (long) timer.invokeExact();
            while ((long) timer.invokeExact() - start < 1_000) {
                Thread.onSpinWait();
            }
        } else {
            long start = Calendar.getInstance().getTimeInMillis();
            while (Calendar.getInstance().getTimeInMillis() - start < 5) {
                Thread.onSpinWait();
            }
        }
    }
}
