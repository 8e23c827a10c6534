package braid.testing;

import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.function.Function;

/**
 * Tests of the engines of the JUnit Platform: Jupiter and others. The engines are asked themselves, since builds add the platform's
 * launcher to the class path only when they run tests.
 */
final class Platform {
    private static final String ENGINE = "org.junit.platform.engine.";

    private final Launch launch;
    private final Object settings = settings();

    private Platform(Launch launch) throws Exception {
        this.launch = launch;
    }

    static void run(Launch launch, boolean jupiter, String test, List<String> methods) throws Throwable {
        new Platform(launch).run(jupiter, test, methods);
    }

    private void run(boolean jupiter, String test, List<String> methods) throws Exception {
        Class<?> selectors = type("discovery.DiscoverySelectors");
        List<Object> selected = new ArrayList<>();
        for (String method : methods) {
            selected.add(selectors.getMethod("selectMethod", String.class).invoke(null, test + "#" + method));
        }
        if (methods.isEmpty()) {
            selected.add(selectors.getMethod("selectClass", String.class).invoke(null, test));
        }
        Class<?> engines = type("TestEngine");
        Class<?> ids = type("UniqueId");
        for (Object engine : ServiceLoader.load(engines, Platform.class.getClassLoader())) {
            String name = (String) engines.getMethod("getId").invoke(engine);
            // Tests of JUnit 4 are run without the platform.
            boolean others = !name.equals("braid") && !name.equals("junit-vintage");
            if (jupiter ? !name.equals("junit-jupiter") : !others) {
                continue;
            }
            Object id = ids.getMethod("forEngine", String.class).invoke(null, name);
            Class<?> requests = type("EngineDiscoveryRequest");
            Method discover = engines.getMethod("discover", requests, ids);
            Object root = discover.invoke(engine, request(requests, selected), id);
            Class<?> descriptors = type("TestDescriptor");
            if (launch.invocation > 0) {
                List<Object> only = new ArrayList<>();
                select(descriptors, root, only);
                if (only.isEmpty() && launch.invocation > 1) {
                    continue;
                }
                if (!only.isEmpty()) {
                    root = discover.invoke(engine, request(requests, only), id);
                }
            }
            if (!((java.util.Set<?>) descriptors.getMethod("getChildren").invoke(root)).isEmpty()) {
                Class<?> executions = type("ExecutionRequest");
                engines.getMethod("execute", executions).invoke(engine, execution(executions, root));
            }
        }
    }

    /** The invocation that is asked for, of whatever test below makes its invocations when it runs. */
    private void select(Class<?> descriptors, Object test, List<Object> only) throws Exception {
        if ((Boolean) descriptors.getMethod("mayRegisterTests").invoke(test)) {
            Object id = descriptors.getMethod("getUniqueId").invoke(test);
            Class<?> ids = type("UniqueId");
            List<?> segments = (List<?>) ids.getMethod("getSegments").invoke(id);
            String kind = (String) type("UniqueId$Segment").getMethod("getType").invoke(segments.get(segments.size() - 1));
            for (String part : PARTS.getOrDefault(kind, Collections.emptyList())) {
                Object one = ids.getMethod("append", String.class, String.class).invoke(id, part, "#" + launch.invocation);
                only.add(type("discovery.DiscoverySelectors").getMethod("selectUniqueId", ids).invoke(null, one));
            }
        }
        for (Object child : (java.util.Set<?>) descriptors.getMethod("getChildren").invoke(test)) {
            select(descriptors, child, only);
        }
    }

    /** How Jupiter calls the invocations of a test. */
    private static final Map<String, List<String>> PARTS = new HashMap<>();

    static {
        PARTS.put("test-template", Arrays.asList("test-template-invocation"));
        PARTS.put("test-factory", Arrays.asList("dynamic-test", "dynamic-container"));
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(ENGINE + name);
    }

    /** What is to be found: these selectors, and nothing is filtered. */
    private Object request(Class<?> requests, List<Object> selected) {
        return proxy(requests, (self, method, arguments) -> {
            switch (method.getName()) {
                case "getSelectorsByType":
                    List<Object> fitting = new ArrayList<>(selected);
                    fitting.removeIf(selector -> !((Class<?>) arguments[0]).isInstance(selector));
                    return fitting;
                case "getFiltersByType":
                    return Collections.emptyList();
                case "getConfigurationParameters":
                    return settings;
                case "getOutputDirectoryProvider":
                case "getOutputDirectoryCreator":
                    return argument(method.getReturnType(), null);
                default:
                    return InvocationHandler.invokeDefault(self, method, arguments);
            }
        });
    }

    /** System properties, and those of {@code junit-platform.properties}. */
    private static Object settings() throws Exception {
        Properties file = new Properties();
        try (InputStream in = Platform.class.getClassLoader().getResourceAsStream("junit-platform.properties")) {
            if (in != null) {
                file.load(in);
            }
        }
        Function<Object, Optional<String>> get = key -> {
            String given = System.getProperty((String) key, file.getProperty((String) key));
            // A test that takes too long does so since something waits for ever, and that is found by other means.
            String usual = key.equals("junit.jupiter.execution.timeout.mode") ? "disabled" : null;
            return Optional.ofNullable(given != null ? given : usual);
        };
        return proxy(type("ConfigurationParameters"), (self, method, arguments) -> {
            switch (method.getName()) {
                case "get":
                    if (arguments.length == 1) {
                        return get.apply(arguments[0]);
                    }
                    return InvocationHandler.invokeDefault(self, method, arguments);
                case "getBoolean":
                    return get.apply(arguments[0]).map(Boolean::parseBoolean);
                case "size":
                    return file.size();
                case "keySet":
                    return file.stringPropertyNames();
                default:
                    return InvocationHandler.invokeDefault(self, method, arguments);
            }
        });
    }

    /** Makes an order to execute in the way of the version that is there: the one that takes most. */
    private Object execution(Class<?> executions, Object root) throws Exception {
        List<Executable> ways = new ArrayList<>();
        for (Constructor<?> constructor : executions.getDeclaredConstructors()) {
            ways.add(constructor);
        }
        for (Method method : executions.getDeclaredMethods()) {
            if (method.getName().equals("create") && Modifier.isStatic(method.getModifiers())) {
                ways.add(method);
            }
        }
        ways.removeIf(way -> !Modifier.isPublic(way.getModifiers()) || !fits(way));
        ways.sort(Comparator.comparingInt(Executable::getParameterCount).reversed());
        if (ways.isEmpty()) {
            throw new NoSuchMethodException("a way to execute tests");
        }
        Executable way = ways.get(0);
        List<Object> arguments = new ArrayList<>();
        for (Class<?> parameter : way.getParameterTypes()) {
            arguments.add(argument(parameter, root));
        }
        if (way instanceof Constructor) {
            return ((Constructor<?>) way).newInstance(arguments.toArray());
        }
        return ((Method) way).invoke(null, arguments.toArray());
    }

    private static final List<String> KNOWN = Arrays.asList("TestDescriptor", "EngineExecutionListener",
            "ConfigurationParameters", "OutputDirectoryProvider", "OutputDirectoryCreator",
            "NamespacedHierarchicalStore", "CancellationToken");

    private static boolean fits(Executable way) {
        return Arrays.stream(way.getParameterTypes()).allMatch(parameter -> KNOWN.contains(parameter.getSimpleName()));
    }

    private Object argument(Class<?> parameter, Object root) throws Exception {
        switch (parameter.getSimpleName()) {
            case "TestDescriptor":
                return root;
            case "EngineExecutionListener":
                return listener(parameter);
            case "ConfigurationParameters":
                return settings;
            case "NamespacedHierarchicalStore":
                // That of a request is in that of a session.
                Constructor<?> make = parameter.getConstructor(parameter);
                return make.newInstance(make.newInstance((Object) null));
            case "CancellationToken":
                return parameter.getMethod("disabled").invoke(null);
            default:
                return proxy(parameter, (self, method, arguments) -> method.getReturnType() == java.nio.file.Path.class
                        ? Files.createTempDirectory("junit") : TestNg.ofObject(self, method, arguments));
        }
    }

    private Object listener(Class<?> listeners) throws Exception {
        Class<?> descriptors = type("TestDescriptor");
        Class<?> results = type("TestExecutionResult");
        return proxy(listeners, (self, method, arguments) -> {
            switch (method.getName()) {
                case "executionStarted":
                    if ((Boolean) descriptors.getMethod("isTest").invoke(arguments[0])) {
                        launch.beginning();
                    }
                    break;
                case "executionSkipped":
                    launch.skipped();
                    break;
                case "executionFinished":
                    boolean isTest = (Boolean) descriptors.getMethod("isTest").invoke(arguments[0]);
                    if (isTest) {
                        launch.started();
                    }
                    String status = results.getMethod("getStatus").invoke(arguments[1]).toString();
                    if (status.equals("SUCCESSFUL")
                            && (Boolean) descriptors.getMethod("mayRegisterTests").invoke(arguments[0])) {
                        // Before what runs after all tests, which may fail.
                        launch.made();
                    }
                    Optional<?> thrown = (Optional<?>) results.getMethod("getThrowable").invoke(arguments[1]);
                    if (status.equals("FAILED")) {
                        Object name = descriptors.getMethod("getDisplayName").invoke(arguments[0]);
                        Throwable why = (Throwable) thrown.orElse(null);
                        launch.failed(String.valueOf(name), why != null ? why : new AssertionError("failed"));
                    } else if (isTest && status.equals("ABORTED")) {
                        launch.skipped();
                    }
                    break;
                default:
                    return TestNg.ofObject(self, method, arguments);
            }
            return null;
        });
    }

    private static Object proxy(Class<?> type, InvocationHandler handler) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
            if (method.getDeclaringClass() == Object.class) {
                return TestNg.ofObject(self, method, arguments);
            }
            return handler.invoke(self, method, arguments);
        });
    }
}
