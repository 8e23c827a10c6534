package braid.junit;

/** Threads wait for ever. */
public final class DeadlockError extends BraidFailure {
    private static final long serialVersionUID = 1L;

    DeadlockError(String message, String token) {
        super(message, token);
    }
}
