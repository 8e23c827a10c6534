//@ run
/** System properties, identity functions, environment basics, line separators. */
import java.util.*;

public class SystemProperties {
    public static void main(String[] args) {
        System.out.println(System.getProperty("java.specification.version") + " " + System.getProperty("file.separator") + System.getProperty("path.separator") + " " + System.getProperty("line.separator").length() + " " + System.getProperty("java.vm.specification.name") + " " + System.getProperty("os.name") + " " + System.getProperty("file.encoding"));
        System.out.println(System.getProperty("no.such") + " " + System.getProperty("no.such", "default") + " " + System.setProperty("mine", "1") + " " + System.getProperty("mine") + " " + System.clearProperty("mine") + " " + System.getProperty("mine"));
        System.setProperty("num", "0x20");
        System.setProperty("flag", "true");
        System.out.println(Integer.getInteger("num") + " " + Integer.getInteger("none", 7) + " " + Long.getLong("num") + " " + Boolean.getBoolean("flag"));
        System.out.println((System.getProperty("java.home") != null) + " " + System.getProperty("java.class.version") + " " + (System.getProperty("user.dir") != null) + " " + Runtime.version().feature());
        try {
            System.getProperty("");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.setProperty(null, "x");
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        Object o = new Object();
        System.out.println((System.identityHashCode(o) == o.hashCode()) + " " + System.identityHashCode(null) + " " + o.toString().startsWith("java.lang.Object@") + " " + new int[0].toString().startsWith("[I@"));
        System.out.println((System.currentTimeMillis() > 0) + " " + (System.nanoTime() - System.nanoTime() <= 0) + " " + (Runtime.getRuntime().availableProcessors() > 0) + " " + (Runtime.getRuntime().totalMemory() > 0) + " " + (Runtime.getRuntime().maxMemory() >= Runtime.getRuntime().totalMemory()));
        System.out.println(System.lineSeparator().equals("\n") + " " + (System.getenv("NO_SUCH_VARIABLE_X") == null) + " " + (System.console() == null || true) + " " + System.getSecurityManager());
        Properties p = new Properties(new Properties());
        p.setProperty("a", "b");
        System.out.println(p + " " + p.getProperty("z", "dflt") + " " + p.stringPropertyNames());
    }
}
