//@ verdict: assertion
//@ revisions: box array field lambda record varargs thrown recursion parameters text map duration clock atomic handle concat
//@[box] args: box
//@[array] args: array
//@[field] args: field
//@[lambda] args: lambda
//@[record] args: record
//@[varargs] args: varargs
//@[thrown] args: thrown
//@[recursion] args: recursion
//@[parameters] args: parameters
//@[text] args: text
//@[map] args: map
//@[duration] args: duration
//@[clock] args: clock
//@[atomic] args: atomic
//@[handle] args: handle
//@[concat] args: concat
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A loop of waits that ends by the time that has passed, wherever the first time was kept meanwhile: the rounds of the loop
 * are not one state.
 */
public class ReadingsTravel {
    record Kept(int number, long time) { }

    static class Late extends Exception {
        final long time;

        Late(long time) {
            this.time = time;
        }
    }

    static final class Holder {
        long time;
    }

    static long same(int a, long time, double b, long other) {
        return other - other + time;
    }

    static long down(int depth, long time) {
        return depth == 0 ? time : down(depth - 1, time);
    }

    static long first(long... times) {
        return times[0];
    }

    static long thrown(long time) {
        try {
            throw new Late(time);
        } catch (Late e) {
            return e.time;
        }
    }

    static long through(String how, long time) throws Throwable {
        switch (how) {
            case "box": {
                Long box = time;
                return box;
            }
            case "array":
                return new long[] {1, time}[1];
            case "field": {
                Holder holder = new Holder();
                holder.time = time;
                return holder.time;
            }
            case "lambda": {
                LongSupplier supplier = () -> time;
                return supplier.getAsLong();
            }
            case "record":
                return new Kept(1, time).time();
            case "varargs":
                return first(time, 2);
            case "thrown":
                return thrown(time);
            case "recursion":
                return down(3, time);
            case "parameters":
                return same(1, time, 2.0, 3);
            case "text":
                return Long.parseLong(Long.toString(time));
            case "map": {
                Map<String, Long> map = new HashMap<>();
                map.put("time", time);
                return map.get("time");
            }
            case "atomic": {
                AtomicLong atomic = new AtomicLong();
                atomic.getAndSet(time);
                return atomic.get();
            }
            case "handle": {
                MethodHandle handle = MethodHandles.lookup().findStatic(ReadingsTravel.class, "down",
                        MethodType.methodType(long.class, int.class, long.class));
                return (long) handle.invokeExact(1, time);
            }
            case "concat":
                return Long.parseLong("" + time);
            default:
                throw new IllegalArgumentException(how);
        }
    }

    static boolean over(String how, Object began) throws Throwable {
        switch (how) {
            case "duration":
                return Duration.between((Instant) began, Instant.now()).toMillis() > 25;
            case "clock":
                return Clock.systemUTC().millis() - (long) began > 25;
            default:
                return through(how, System.nanoTime()) - (long) began > 25_000_000;
        }
    }

    static void wait(String how) throws Throwable {
        Object lock = new Object();
        Object began = how.equals("duration") ? Instant.now()
                : how.equals("clock") ? (Object) Clock.systemUTC().millis() : (Object) through(how, System.nanoTime());
        synchronized (lock) {
            while (!over(how, began)) {
                lock.wait(10);
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            try {
                wait(args[0]);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
            assert false; //~ ASSERTION
        }).start();
    }
}
