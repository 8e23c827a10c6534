package java.net;

import braid.Model;

/** Settings that a JDK reads from files, which cannot be read while schedules are explored. */
final class LoopbackSettings {
    private LoopbackSettings() { }

    /** Whether messages of exceptions tell addresses or paths: they do not, unless that is asked for. */
    @Model("sun.security.util.SecurityProperties#includedInExceptions(Ljava/lang/String;)Z")
    static boolean includedInExceptions(String what) {
        for (String one : System.getProperty("jdk.includeInExceptions", "").split(",")) {
            if (one.trim().equalsIgnoreCase(what)) {
                return true;
            }
        }
        return false;
    }
}
