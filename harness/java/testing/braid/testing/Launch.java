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

    private Launch(boolean throwing) {
        this.throwing = throwing;
    }

    /**
     * The first word says what becomes of failures ({@code throw}: the first one ends the program; {@code print}: all are
     * printed), then the framework, the test class, and the tests of it, as {@code name} or {@code name(types)}; all if there are none.
     */
    public static void main(String[] words) throws Throwable {
        Launch launch = new Launch(words[0].equals("throw"));
        String test = words[2];
        List<String> methods = new ArrayList<>(Arrays.asList(words).subList(3, words.length));
        try {
            switch (words[1]) {
                case "junit4": JUnit4.run(launch, test, methods); break;
                case "testng": TestNg.run(launch, test, methods); break;
                default: Platform.run(launch, words[1].equals("jupiter"), test, methods); break;
            }
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
        launch.end(test, methods);
    }

    void started() {
        tests++;
    }

    void skipped() {
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
