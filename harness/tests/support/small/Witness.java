import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Set;
import java.util.TreeSet;

/**
 * Runs the bodies of programs again and again, each time with fresh classes, and prints what they ended with: the name of
 * the program and the outcome, one a line. Arguments: a folder of classes, milliseconds for each program, the programs.
 */
public final class Witness {
    /** Milliseconds after which an execution counts as one that does not end. */
    private static final long PATIENCE = 5_000;

    private Witness() { }

    public static void main(String[] args) throws Exception {
        URL[] classes = {new File(args[0]).toURI().toURL()};
        long nanos = Long.parseLong(args[1]) * 1_000_000;
        for (int i = 2; i < args.length; i++) {
            Set<String> outcomes = new TreeSet<>();
            long end = System.nanoTime() + nanos;
            do {
                outcomes.add(run(classes, args[i]));
            } while (System.nanoTime() - end < 0);
            for (String outcome : outcomes) {
                System.out.println(args[i] + " " + outcome);
            }
        }
        // Executions that do not end leave threads behind.
        System.exit(0);
    }

    private static String run(URL[] classes, String name) throws Exception {
        String[] outcome = new String[1];
        try (URLClassLoader loader = new URLClassLoader(classes)) {
            Method body = loader.loadClass(name).getDeclaredMethod("body");
            body.setAccessible(true);
            // A thread of its own, so that no interrupt and no permit is left over for the next execution.
            Thread thread = new Thread(() -> outcome[0] = call(body));
            thread.setDaemon(true);
            thread.start();
            thread.join(PATIENCE);
        }
        return outcome[0] == null ? "!deadlock" : outcome[0];
    }

    private static String call(Method body) {
        try {
            return (String) body.invoke(null);
        } catch (InvocationTargetException e) {
            return "!" + e.getCause().getClass().getName();
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
