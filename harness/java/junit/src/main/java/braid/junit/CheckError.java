package braid.junit;

/** The check could not be made: no command, one of another version, bad input. The message says what is wrong. */
public final class CheckError extends Error {
    private static final long serialVersionUID = 1L;

    CheckError(String message, Throwable cause) {
        super(message, cause);
    }
}
