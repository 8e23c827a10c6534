//@ run
/** UUIDs: parsing, name-based, comparison, random ones by their shape. */
import java.nio.charset.StandardCharsets;
import java.util.*;

public class Uuids {
    public static void main(String[] args) {
        UUID u = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");
        System.out.println(u + " " + u.version() + " " + u.variant() + " " + u.getMostSignificantBits() + " " + u.getLeastSignificantBits() + " " + u.hashCode() + " " + u.timestamp() + " " + u.clockSequence());
        UUID n = UUID.nameUUIDFromBytes("braid".getBytes(StandardCharsets.UTF_8));
        System.out.println(n + " " + n.version() + " " + n.equals(UUID.nameUUIDFromBytes("braid".getBytes(StandardCharsets.UTF_8))) + " " + n.compareTo(u));
        UUID r = UUID.randomUUID(), r2 = UUID.randomUUID();
        System.out.println(r.version() + " " + r.variant() + " " + r.toString().length() + " " + !r.equals(r2) + " " + UUID.fromString(r.toString()).equals(r));
        System.out.println(new UUID(0, 0) + " " + new UUID(-1, -1) + " " + UUID.fromString("1-2-3-4-5"));
        try {
            UUID.fromString("nope");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            n.timestamp();
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
    }
}
