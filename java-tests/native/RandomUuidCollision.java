//@ verdict: assertion
//@ flags: --models random -Dbraid.random.choices=2

import java.util.UUID;

/** Two identifiers are equal in one of four cases. */
public class RandomUuidCollision {
    public static void main(String[] args) {
        UUID one = UUID.randomUUID();
        UUID other = UUID.randomUUID();
        assert !one.equals(other); //~ ASSERTION
    }
}
