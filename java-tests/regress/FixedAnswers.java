//@ verdict: verified
//@ revisions: env reflected processors handle pool future memory heap process files printed classes set map single supplied generator local seeded clock language host given weak finalizer depth members named counts
//@[env] args: env
//@[env] fixed: environment
//@[reflected] args: reflected
//@[reflected] fixed: environment
//@[processors] args: processors
//@[processors] fixed: processors
//@[handle] args: handle
//@[handle] fixed: processors
//@[pool] args: pool
//@[pool] fixed: processors
//@[future] args: future
//@[future] fixed: nothing
//@[memory] args: memory
//@[memory] fixed: memory
//@[heap] args: heap
//@[heap] fixed: memory
//@[process] args: process
//@[process] fixed: process
//@[files] args: files
//@[files] fixed: files
//@[printed] args: printed
//@[printed] fixed: identity
//@[classes] args: classes
//@[classes] fixed: identity
//@[set] args: set
//@[set] fixed: order
//@[map] args: map
//@[map] fixed: order
//@[single] args: single
//@[single] fixed: nothing
//@[supplied] args: supplied
//@[supplied] fixed: random
//@[generator] args: generator
//@[generator] fixed: random
//@[local] args: local
//@[local] fixed: random
//@[seeded] args: seeded
//@[seeded] fixed: nothing
//@[clock] args: clock
//@[clock] fixed: clock
//@[language] args: language
//@[language] fixed: region
//@[host] args: host
//@[host] fixed: host
//@[given] args: given
//@[given] fixed: nothing
//@[weak] args: weak
//@[weak] fixed: garbage
//@[finalizer] args: finalizer
//@[finalizer] fixed: garbage
//@[depth] args: depth
//@[depth] fixed: depth
//@[members] args: members
//@[members] fixed: members
//@[named] args: named
//@[named] fixed: nothing
//@[counts] args: counts
//@[counts] fixed: nothing
//@[env] states: 1
//@[reflected] states: 1
//@[processors] states: 1
//@[handle] states: 1
//@[pool] states: 1
//@[future] states: 1
//@[memory] states: 1
//@[heap] states: 1
//@[process] states: 1
//@[files] states: 1
//@[printed] states: 1
//@[classes] states: 1
//@[set] states: 1
//@[map] states: 1
//@[single] states: 1
//@[supplied] states: 1
//@[generator] states: 1
//@[local] states: 1
//@[seeded] states: 1
//@[clock] states: 1
//@[language] states: 1
//@[host] states: 1
//@[given] states: 1
//@[weak] states: 1
//@[finalizer] states: 1
//@[depth] states: 1
//@[members] states: 1
//@[named] states: 1
//@[counts] states: 33

import java.io.File;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Answers that have one value here and others elsewhere are named, however a program comes by them, and no others are. */
public class FixedAnswers {
    static class Finalized {
        @Override
        @SuppressWarnings({"deprecation", "removal"})
        protected void finalize() {}
    }

    static int endless() {
        return endless() + 1;
    }

    static boolean overflows(Supplier<Integer> task) {
        try {
            return task.get() < 0;
        } catch (StackOverflowError | OutOfMemoryError full) {
            return true;
        }
    }

    /** Counters and tables draw at random where they count, and spread over as many cells as there are processors. */
    static void counts() throws InterruptedException {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        LongAdder adder = new LongAdder();
        Thread other = new Thread(adder::increment);
        other.start();
        adder.increment();
        map.merge("a", 1, Integer::sum);
        other.join();
        assert adder.sum() == 2 && map.size() == 1;
    }

    public static void main(String[] args) throws Throwable {
        switch (args.length == 0 ? "" : args[0]) {
            case "env" -> {
                assert System.getenv("NO_SUCH_VARIABLE") == null;
            }
            case "reflected" -> {
                assert System.class.getMethod("getenv", String.class).invoke(null, "NO_SUCH_VARIABLE") == null;
            }
            case "processors" -> {
                assert Runtime.getRuntime().availableProcessors() > 0;
            }
            case "handle" -> {
                assert (int) MethodHandles.lookup().findVirtual(Runtime.class, "availableProcessors", MethodType.methodType(int.class)).invokeExact(Runtime.getRuntime()) > 0;
            }
            case "pool" -> {
                assert ForkJoinPool.getCommonPoolParallelism() > 0;
            }
            case "future" -> {
                assert new CompletableFuture<String>().complete("done");
            }
            case "memory" -> {
                assert Runtime.getRuntime().maxMemory() > 0;
            }
            case "heap" -> {
                assert overflows(() -> new long[Integer.MAX_VALUE - 8].length);
            }
            case "process" -> {
                assert ProcessHandle.current().pid() > 0;
            }
            case "files" -> {
                assert !new File("no-such-file").exists();
            }
            case "printed" -> {
                assert new Object().toString().startsWith("java.lang.Object@");
            }
            case "classes" -> {
                assert new HashSet<Class<?>>(List.of(String.class, Integer.class)).iterator().hasNext();
            }
            case "set" -> {
                assert Set.of("a", "b", "c").iterator().hasNext();
            }
            case "map" -> {
                assert Map.of("a", 1, "b", 2).toString().length() == 10;
            }
            case "single" -> {
                assert Set.of("a").iterator().hasNext() && !Set.of().iterator().hasNext();
            }
            case "supplied" -> {
                assert ((Supplier<Double>) Math::random).get() < 1;
            }
            case "generator" -> {
                assert ((RandomGenerator) new SplittableRandom()).nextInt(5) < 5;
            }
            case "local" -> {
                assert ThreadLocalRandom.current().nextInt(5) < 5;
            }
            case "seeded" -> {
                assert new Random(7).nextInt(5) < 5;
            }
            case "clock" -> {
                assert Clock.systemUTC().millis() > 0;
            }
            case "language" -> {
                assert "a".toUpperCase().equals("A");
            }
            case "host" -> {
                assert System.getProperty("os.name") != null;
            }
            case "given" -> {
                assert System.getProperty("no.such.property") == null;
            }
            case "weak" -> {
                assert new WeakReference<>(new Object()).get() != null;
            }
            case "finalizer" -> {
                assert new Finalized() != null;
            }
            case "depth" -> {
                assert overflows(FixedAnswers::endless);
            }
            case "members" -> {
                StringBuilder names = new StringBuilder();
                for (var method : FixedAnswers.class.getDeclaredMethods()) {
                    names.append(method.getName());
                }
                assert names.indexOf("main") >= 0;
            }
            case "named" -> {
                assert FixedAnswers.class.getDeclaredMethod("main", String[].class).getReturnType() == void.class;
            }
            case "counts" -> {
                counts();
            }
            default -> throw new IllegalArgumentException("what to ask for?");
        }
    }
}
