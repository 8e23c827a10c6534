//@ verdict: verified
//@ outcomes: 0-1 0+1 0-2 0+2 1-1 1+1 1-2 1+2
//@ states: 1
/** Every answer to every choice is explored. */
import braid.Braid;

public class ChooseAll {
    public static void main(String[] args) {
        int first = Braid.choose(2);
        String sign = Braid.choose() ? "+" : "-";
        int last = Braid.choose(1, 2);
        Outcome.is(first + sign + last, args);
    }
}
