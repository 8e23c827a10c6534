//@ run
/** ServiceLoader with providers named in META-INF/services; resources and properties. */
import java.io.*;
import java.util.*;

public class ServiceLoading {
    public interface Greeter {
        String greet();
    }

    public static class English implements Greeter {
        public English() {
            System.out.println("English made");
        }

        public String greet() {
            return "hello";
        }
    }

    public static class German implements Greeter {
        public String greet() {
            return "hallo";
        }
    }

    public static void main(String[] args) throws IOException {
        ServiceLoader<Greeter> loader = ServiceLoader.load(Greeter.class);
        System.out.println("lazy");
        for (Greeter g : loader) {
            System.out.println(g.getClass().getName() + " " + g.greet());
        }
        int n = 0;
        for (Greeter g : loader) {
            n++;
        }
        System.out.println(n + " " + loader.findFirst().get().greet() + " " + loader.stream().map(p -> p.type().getSimpleName()).toList());
        System.out.println(ServiceLoader.load(Runnable.class).findFirst().isPresent());
        Properties p = new Properties();
        try (InputStream in = ServiceLoading.class.getResourceAsStream("/corpus/settings.properties")) {
            p.load(in);
        }
        System.out.println(new TreeMap<>(p));
        ResourceBundle b = ResourceBundle.getBundle("corpus.messages", Locale.ROOT);
        System.out.println(b.getString("title") + " " + b.containsKey("none"));
        ResourceBundle de = ResourceBundle.getBundle("corpus.messages", Locale.GERMAN);
        System.out.println(de.getString("title") + " " + de.getString("only.root"));
        try {
            b.getString("none");
        } catch (MissingResourceException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(ServiceLoading.class.getResourceAsStream("/corpus/absent") + " " + Collections.list(ServiceLoading.class.getClassLoader().getResources("corpus/poem.txt")).size());
    }
}
