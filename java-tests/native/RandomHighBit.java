//@ verdict: assertion
//@ flags: --models random -Dbraid.random.choices=2

import java.security.SecureRandom;

/** The ends of a range are among the answers. */
public class RandomHighBit {
    public static void main(String[] args) {
        SecureRandom random = new SecureRandom();
        boolean low = random.nextInt() == 0;
        assert !low || random.nextInt(1000) != 999; //~ ASSERTION
    }
}
