import java.util.Arrays;

/**
 * The outcome of a program with an exact set of them. Without arguments every outcome is fine; with {@code only O...}
 * the outcome must be one of these; with one other argument the outcome must not be that one.
 */
public final class Outcome {
    private Outcome() { }

    public static void is(String outcome, String[] args) {
        if (args.length == 0) {
            return;
        }
        if (args[0].equals("only")) {
            assert Arrays.asList(args).indexOf(outcome) > 0 : "unexpected outcome " + outcome;
        } else {
            assert !outcome.equals(args[0]) : "outcome " + outcome;
        }
    }
}
