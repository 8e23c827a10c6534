package braid.junit;

/** Threads run for ever and get nowhere. */
public final class LivelockError extends BraidFailure {
    private static final long serialVersionUID = 1L;

    LivelockError(String message, String token) {
        super(message, token);
    }
}
