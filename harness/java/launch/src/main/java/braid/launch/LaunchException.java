package braid.launch;

/** A check could not be made: no command, one of another version, bad input. The message says what and where. */
public final class LaunchException extends Exception {
    private static final long serialVersionUID = 1L;

    /** With a message for the user. */
    public LaunchException(String message) {
        super(message);
    }

    /** With a message for the user, and what led to it. */
    public LaunchException(String message, Throwable cause) {
        super(message, cause);
    }
}
