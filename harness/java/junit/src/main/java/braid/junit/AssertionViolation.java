package braid.junit;

/** An assertion fails under some schedule. */
public final class AssertionViolation extends BraidFailure {
    private static final long serialVersionUID = 1L;

    AssertionViolation(String message, String token) {
        super(message, token);
    }
}
