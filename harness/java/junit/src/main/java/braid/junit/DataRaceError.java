package braid.junit;

/** Two threads access the same place unordered, and one of them writes. */
public final class DataRaceError extends BraidFailure {
    private static final long serialVersionUID = 1L;

    DataRaceError(String message, String token) {
        super(message, token);
    }
}
