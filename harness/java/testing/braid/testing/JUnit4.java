package braid.testing;

import java.util.ArrayList;
import java.util.List;

/** Tests of JUnit 4 and 3, of whatever runner, rule or suite, by {@code org.junit.runner}. */
final class JUnit4 {
    private JUnit4() { }

    static void run(Launch launch, String test, List<String> methods) throws Throwable {
        Class<?> type = Class.forName(test);
        Class<?> requests = Class.forName("org.junit.runner.Request");
        Class<?> descriptions = Class.forName("org.junit.runner.Description");
        Object all = requests.getMethod("classWithoutSuiteMethod", Class.class).invoke(null, type);
        if (methods.isEmpty()) {
            run(launch, all);
            return;
        }
        Object runner = requests.getMethod("getRunner").invoke(all);
        List<Object> leaves = new ArrayList<>();
        collect(Class.forName("org.junit.runner.Describable").getMethod("getDescription").invoke(runner), leaves);
        int meant = 0;
        for (Object leaf : leaves) {
            String name = (String) descriptions.getMethod("getMethodName").invoke(leaf);
            if (name != null && name.equals("initializationError")) {
                run(launch, all);
                return;
            }
            if (name != null && isMeant(name, methods) && (launch.invocation == 0 || ++meant == launch.invocation)) {
                launch.beginning();
                // Runners keep what has run, so each test has its own.
                Object request = requests.getMethod("classWithoutSuiteMethod", Class.class).invoke(null, type);
                run(launch, requests.getMethod("filterWith", descriptions).invoke(request, leaf));
            }
        }
    }

    /** Whether a test is one of some methods, perhaps with a parameter: runners write {@code method[0]}. */
    private static boolean isMeant(String name, List<String> methods) {
        for (String method : methods) {
            String plain = method.contains("(") ? method.substring(0, method.indexOf('(')) : method;
            boolean isFollowed = name.length() > plain.length() && "[( ".indexOf(name.charAt(plain.length())) >= 0;
            if (name.startsWith(plain) && (name.length() == plain.length() || isFollowed)) {
                return true;
            }
        }
        return false;
    }

    private static void collect(Object description, List<Object> leaves) throws Exception {
        List<?> children = (List<?>) description.getClass().getMethod("getChildren").invoke(description);
        if (children.isEmpty()) {
            leaves.add(description);
        }
        for (Object child : children) {
            collect(child, leaves);
        }
    }

    private static void run(Launch launch, Object request) throws Exception {
        Class<?> core = Class.forName("org.junit.runner.JUnitCore");
        Object runs = core.getConstructor().newInstance();
        Object result = core.getMethod("run", Class.forName("org.junit.runner.Request")).invoke(runs, request);
        Class<?> results = Class.forName("org.junit.runner.Result");
        int count = (Integer) results.getMethod("getRunCount").invoke(result);
        int ignored = (Integer) results.getMethod("getIgnoreCount").invoke(result);
        for (int i = 0; i < count; i++) {
            launch.started();
        }
        for (int i = 0; i < ignored; i++) {
            launch.skipped();
        }
        Class<?> failures = Class.forName("org.junit.runner.notification.Failure");
        for (Object failure : (List<?>) results.getMethod("getFailures").invoke(result)) {
            Object thrown = failures.getMethod("getException").invoke(failure);
            launch.failed(String.valueOf(failures.getMethod("getTestHeader").invoke(failure)), (Throwable) thrown);
        }
    }
}
