package sun.net;

import braid.Model;

/** Settings of networking: those on the command line, without the file that a JDK has for more of them. */
@Model(type = "sun.net.NetProperties")
public class ModelNetProperties {
    private ModelNetProperties() { }

    public static String get(String key) {
        return System.getProperty(key);
    }

    public static Integer getInteger(String key, int otherwise) {
        return Integer.getInteger(key, otherwise);
    }

    public static Boolean getBoolean(String key) {
        String value = System.getProperty(key);
        return value == null ? null : Boolean.valueOf(value);
    }
}
