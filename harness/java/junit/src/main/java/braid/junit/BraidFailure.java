package braid.junit;

/**
 * A schedule violates what a test asks for. The stack trace is that of the thread that failed, as it was in the checked
 * program; other threads that have a part in it are suppressed exceptions. One class for each kind, since some tools show
 * nothing but the class.
 */
public abstract class BraidFailure extends AssertionError {
    private static final long serialVersionUID = 1L;

    /** The token of the schedule. */
    private final String token;

    BraidFailure(String message, String token) {
        super(message);
        this.token = token;
    }

    /** The schedule, for {@code -Dbraid.replay} and {@code braid replay}. */
    public final String token() {
        return token;
    }
}
