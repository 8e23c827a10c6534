package braid.junit;

/** The check reached a limit or met something that is not modelled: the test is neither passed nor failed. */
public final class InconclusiveError extends Error {
    private static final long serialVersionUID = 1L;

    InconclusiveError(String message) {
        super(message);
    }
}
