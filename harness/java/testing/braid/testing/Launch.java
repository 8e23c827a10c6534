package braid.testing;

import braid.Braid;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs tests by the launcher of their framework. It is part of the program that is checked, so the launcher runs as bytecode.
 *
 * <p>Nothing here is compiled against a framework: which version is there decides what is called.
 */
public final class Launch {
    private final boolean throwing;
    private Throwable failure;
    private int tests;
    private int failed;
    private int skipped;
    private boolean began;

    /** The only invocation that is to run, of a test that has several; counted from one; all if it is zero. */
    final int invocation;

    private Launch(boolean throwing, int invocation) {
        this.throwing = throwing;
        this.invocation = invocation;
    }

    /** Lets the check know that the invocation that was asked for has begun. */
    private static native void begun();

    /** The same: that there is none, which ends the check. */
    private static native void missing();

    /**
     * The first word says what becomes of failures ({@code throw}: the first one ends the program; {@code print}: all are
     * printed), then the framework, the test class, and the tests of it, as {@code name} or {@code name(types)}; all if there are none.
     * The number in {@code throw[2]} is that of the only invocation that is to run.
     */
    public static void main(String[] words) throws Throwable {
        String[] how = words[0].split("[\\[\\]]");
        Launch launch = new Launch(how[0].equals("throw"), how.length > 1 ? Integer.parseInt(how[1]) : 0);
        String test = words[2];
        List<String> methods = new ArrayList<>(Arrays.asList(words).subList(3, words.length));
        try {
            switch (words[1]) {
                case "junit4": JUnit4.run(launch, test, methods); break;
                case "testng": TestNg.run(launch, test, methods); break;
                default: Platform.run(launch, words[1].equals("jupiter"), test, methods); break;
            }
        } catch (InvocationTargetException thrown) {
            // Failures of tests come by other ways. This may be due to how the launcher is called here.
            Braid.refuse("the launcher of " + words[1] + " fails: " + thrown.getCause());
        } catch (ReflectiveOperationException unknown) {
            Braid.refuse("a test of " + words[1] + " in a version whose launcher is not known: " + unknown);
        }
        launch.end(test, methods);
    }

    /** A test, or an invocation of one, is about to run. */
    void beginning() {
        if (invocation > 0 && !began) {
            began = true;
            begun();
        }
    }

    /** A test has made all of its invocations. */
    void made() {
        if (invocation > 0 && !began) {
            missing();
        }
    }

    void started() {
        beginning();
        tests++;
    }

    void skipped() {
        beginning();
        skipped++;
    }

    void failed(String test, Throwable thrown) {
        failed++;
        if (failure == null) {
            failure = thrown;
        }
        if (!throwing) {
            System.err.print("Exception in test " + test + " ");
            thrown.printStackTrace();
        }
    }

    private void end(String test, List<String> methods) throws Throwable {
        if (failure == null) {
            made();
        }
        if (failure == null && tests == 0 && skipped == 0) {
            String which = methods.isEmpty() ? "" : "." + String.join(", ", methods);
            Braid.refuse("the framework's launcher finds no test " + test + which);
        }
        if (throwing) {
            if (failure != null) {
                throw failure;
            }
            Runtime.getRuntime().halt(0);
        }
        PrintStream out = System.err;
        out.println(tests + (tests == 1 ? " test, " : " tests, ") + failed + " failed, " + skipped + " skipped");
        System.exit(failed > 0 ? 1 : 0);
    }
}
