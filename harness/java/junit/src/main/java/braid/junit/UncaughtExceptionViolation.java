package braid.junit;

/** A thread ends by an exception under some schedule. */
public final class UncaughtExceptionViolation extends BraidFailure {
    private static final long serialVersionUID = 1L;

    UncaughtExceptionViolation(String message, String token) {
        super(message, token);
    }
}
