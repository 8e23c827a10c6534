package braid.junit;

/** The check could not be made: no command, one of another version, bad input. The message says what is wrong. */
public final class CheckError extends Error {
    private static final long serialVersionUID = 1L;

    CheckError(String message, Throwable cause) {
        // The engine's own lines would lead astray.
        super(message, cause, true, false);
    }
}
