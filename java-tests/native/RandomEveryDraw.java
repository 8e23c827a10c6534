//@ verdict: verified
//@ flags: --models random -Dbraid.random.choices=3
//@ outcomes: 0 1 2
//@ states: 1

import java.security.SecureRandom;

/** Every draw is explored. */
public class RandomEveryDraw {
    public static void main(String[] args) {
        SecureRandom random = new SecureRandom();
        int drawn = random.nextInt(3);
        if (random.nextBoolean() && braid.Braid.isChecked()) {
            // The first, the last and one between.
            int wide = random.nextInt(1 << 16);
            assert wide == 0 || wide == 32767 || wide == 65535;
        }
        Outcome.is(String.valueOf(drawn), args);
    }
}
