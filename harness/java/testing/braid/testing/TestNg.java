package braid.testing;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/** Tests of TestNG: a suite of one test class. */
final class TestNg {
    private TestNg() { }

    static void run(Launch launch, String test, List<String> methods) throws Throwable {
        Class<?> suites = Class.forName("org.testng.xml.XmlSuite");
        Class<?> tests = Class.forName("org.testng.xml.XmlTest");
        Class<?> classes = Class.forName("org.testng.xml.XmlClass");
        Class<?> includes = Class.forName("org.testng.xml.XmlInclude");
        Object suite = suites.getConstructor().newInstance();
        suites.getMethod("setName", String.class).invoke(suite, "tests");
        Object group = tests.getConstructor(suites).newInstance(suite);
        tests.getMethod("setName", String.class).invoke(group, "tests");
        Object member = classes.getConstructor(String.class).newInstance(test);
        List<Object> included = new ArrayList<>();
        for (String method : methods) {
            String plain = method.contains("(") ? method.substring(0, method.indexOf('(')) : method;
            // The first one is what is asked for, the others have to run before it.
            boolean isOne = launch.invocation > 0 && included.isEmpty();
            included.add(isOne
                    ? includes.getConstructor(String.class, List.class, int.class)
                            .newInstance(plain, list(launch.invocation - 1), 0)
                    : includes.getConstructor(String.class).newInstance(plain));
        }
        classes.getMethod("setIncludedMethods", List.class).invoke(member, included);
        tests.getMethod("setXmlClasses", List.class).invoke(group, list(member));
        Class<?> runs = Class.forName("org.testng.TestNG");
        Object run = runs.getConstructor(boolean.class).newInstance(false);
        runs.getMethod("setVerbose", int.class).invoke(run, 0);
        runs.getMethod("setXmlSuites", List.class).invoke(run, list(suite));
        runs.getMethod("addListener", Class.forName("org.testng.ITestNGListener")).invoke(run, listener(launch));
        runs.getMethod("run").invoke(run);
    }

    private static Object listener(Launch launch) throws ClassNotFoundException {
        Class<?>[] types = {
            Class.forName("org.testng.ITestListener"), Class.forName("org.testng.IConfigurationListener"),
        };
        Class<?> results = Class.forName("org.testng.ITestResult");
        return Proxy.newProxyInstance(types[0].getClassLoader(), types, (proxy, method, arguments) -> {
            switch (method.getName()) {
                case "onTestStart":
                    launch.started();
                    break;
                case "onTestSkipped":
                    launch.skipped();
                    break;
                case "onTestFailure":
                case "onConfigurationFailure":
                case "onTestFailedButWithinSuccessPercentage":
                case "onTestFailedWithTimeout":
                    if (arguments.length == 1 && !method.getName().contains("Within")) {
                        Object thrown = results.getMethod("getThrowable").invoke(arguments[0]);
                        Object name = results.getMethod("getName").invoke(arguments[0]);
                        launch.failed(String.valueOf(name), (Throwable) thrown);
                    }
                    break;
                default:
                    return method.isDefault() ? InvocationHandler.invokeDefault(proxy, method, arguments)
                            : ofObject(proxy, method, arguments);
            }
            return null;
        });
    }

    /** What every object answers. */
    static Object ofObject(Object proxy, Method method, Object[] arguments) {
        switch (method.getName()) {
            case "equals": return proxy == arguments[0];
            case "hashCode": return 1;
            case "toString": return "Braid";
            default: return null;
        }
    }

    private static List<Object> list(Object one) {
        List<Object> list = new ArrayList<>();
        list.add(one);
        return list;
    }
}
