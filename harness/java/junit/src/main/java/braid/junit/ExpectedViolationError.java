package braid.junit;

/** A test is to be violated, by {@link BraidTest#expect()}, and is not, or not in the way that it names. */
public final class ExpectedViolationError extends AssertionError {
    private static final long serialVersionUID = 1L;

    ExpectedViolationError(String message) {
        super(message);
    }
}
