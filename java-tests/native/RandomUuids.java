//@ verdict: verified
//@ flags: --models random
//@ states: 823

import java.security.SecureRandom;
import java.util.UUID;

/** Identifiers of two threads differ, and so do generators. */
public class RandomUuids {
    static UUID other;

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> other = UUID.randomUUID());
        thread.start();
        UUID mine = UUID.randomUUID();
        thread.join();
        assert !mine.equals(other) && mine.version() == 4;
        SecureRandom one = new SecureRandom();
        assert one.nextLong() != new SecureRandom().nextLong();
        assert SecureRandom.getInstance("SHA1PRNG").nextInt(10) < 10;
        assert one.generateSeed(3).length == 3;
    }
}
