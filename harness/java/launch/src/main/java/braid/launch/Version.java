package braid.launch;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version of these classes, which must be that of the command. */
public final class Version {
    private Version() { }

    /** As {@code 1.2.3}. */
    public static String own() {
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            if (in == null) {
                throw new IllegalStateException("the jar of braid-launch has lost its version.properties");
            }
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new IllegalStateException("the version.properties of braid-launch cannot be read", e);
        }
    }
}
