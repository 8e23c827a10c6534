package braid.junit;

import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
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
        OPTIONS.put("braid.timing", "--timing");
        OPTIONS.put("braid.races", "--races");
        OPTIONS.put("braid.preemptions", "--preemptions");
        OPTIONS.put("braid.search", "--search");
        OPTIONS.put("braid.reduction", "--reduction");
        OPTIONS.put("braid.spurious", "--spurious");
        OPTIONS.put("braid.juc", "--juc");
        OPTIONS.put("braid.trace", "--trace");
    }

    /** Names that are no options. */
    private static final List<String> OTHERS =
        List.of("braid.executable", "braid.jdk", "braid.models", "braid.replay", "braid.cache");

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

    /** Jars and folders with models, as they are listed on a class path. */
    List<String> models() {
        String named = text("braid.models");
        return named == null ? List.of() : List.of(named.split(File.pathSeparator));
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

    /**
     * A system property that is nearly a parameter of ours: it would go unheeded. Old launchers cannot list the parameters
     * that come from elsewhere.
     */
    Optional<String> wrong() {
        List<String> known = new ArrayList<>(OTHERS);
        known.addAll(OPTIONS.keySet());
        for (String name : new TreeSet<>(System.getProperties().stringPropertyNames())) {
            if (name.startsWith("braid.") && !known.contains(name)) {
                Optional<String> near = known.stream().filter(other -> isNear(name, other)).findFirst();
                if (near.isPresent()) {
                    return Optional.of("there is no parameter " + name + ": did you mean " + near.get() + "?");
                }
            }
        }
        return Optional.empty();
    }

    /** Whether two names differ in at most two letters, or in capitals only. */
    private static boolean isNear(String a, String b) {
        if (a.equalsIgnoreCase(b)) {
            return true;
        }
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()] <= 2;
    }

    private String text(String parameter) {
        return parameters.get(parameter).map(String::strip).filter(value -> !value.isEmpty()).orElse(null);
    }
}
