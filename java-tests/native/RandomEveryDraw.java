//@ verdict: verified
//@ flags: --models random -Dbraid.random.choices=3
//@ outcomes: 0 1 2

import java.security.SecureRandom;

/** Every draw is explored. */
public class RandomEveryDraw {
    public static void main(String[] args) {
        int drawn = new SecureRandom().nextInt(8);
        Outcome.is(String.valueOf(braid.Braid.isChecked() ? drawn : drawn % 3), args);
    }
}
