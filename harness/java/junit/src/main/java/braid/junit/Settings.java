package braid.junit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.platform.engine.ConfigurationParameters;

/**
 * What configuration parameters of JUnit say, which are system properties, too. Members of the annotation are not here:
 * the command reads them itself, and what it is told on its command line wins.
 */
final class Settings {
    private static final Map<String, String> OPTIONS = new LinkedHashMap<>();

    static {
        OPTIONS.put("braid.timeLimit", "--time-limit");
        OPTIONS.put("braid.memoryLimit", "--memory-limit");
        OPTIONS.put("braid.maxStates", "--max-states");
        OPTIONS.put("braid.maxDepth", "--max-depth");
        OPTIONS.put("braid.time", "--time");
        OPTIONS.put("braid.races", "--races");
        OPTIONS.put("braid.search", "--search");
        OPTIONS.put("braid.reduction", "--reduction");
        OPTIONS.put("braid.spurious", "--spurious");
        OPTIONS.put("braid.juc", "--juc");
        OPTIONS.put("braid.trace", "--trace");
    }

    private final ConfigurationParameters parameters;

    Settings(ConfigurationParameters parameters) {
        this.parameters = parameters;
    }

    /** The command that was named, or null. */
    String executable() {
        return text("braid.executable");
    }

    /** The JDK whose class library the program runs with: this virtual machine's own, if none is named. */
    String jdk() {
        String named = text("braid.jdk");
        return named == null ? System.getProperty("java.home") : named;
    }

    /** The schedule to run, or null. */
    String replay() {
        return text("braid.replay");
    }

    /** Options of the search. */
    List<String> options() {
        List<String> words = new ArrayList<>();
        OPTIONS.forEach((parameter, option) -> {
            String value = text(parameter);
            if (value != null) {
                words.add(option + "=" + value.toLowerCase(Locale.ROOT));
            }
        });
        return words;
    }

    private String text(String parameter) {
        return parameters.get(parameter).map(String::strip).filter(value -> !value.isEmpty()).orElse(null);
    }
}
