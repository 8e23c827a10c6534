package java.lang;

import braid.Model;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** Variables of the environment: one for each property {@code braid.env.NAME}, and no others. */
final class ModelEnvironment {
    private static final String PREFIX = "braid.env.";

    private ModelEnvironment() { }

    @Model(value = "java.lang.ProcessEnvironment#environ()[[B", replace = true)
    static byte[][] environ() {
        Map<String, String> given = new TreeMap<>();
        for (String key : System.getProperties().stringPropertyNames()) {
            if (key.startsWith(PREFIX) && key.length() > PREFIX.length()) {
                given.put(key.substring(PREFIX.length()), System.getProperty(key));
            }
        }
        byte[][] variables = new byte[2 * given.size()][];
        int at = 0;
        for (Map.Entry<String, String> entry : given.entrySet()) {
            variables[at++] = entry.getKey().getBytes(StandardCharsets.UTF_8);
            variables[at++] = entry.getValue().getBytes(StandardCharsets.UTF_8);
        }
        return variables;
    }
}
