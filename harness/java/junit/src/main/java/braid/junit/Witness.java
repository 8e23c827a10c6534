package braid.junit;

/** A thread or an exception of the checked program that has a part in a failure: words and a stack trace. */
public final class Witness extends Throwable {
    private static final long serialVersionUID = 1L;

    private final String words;

    Witness(String words, StackTraceElement[] stack, Throwable cause) {
        super(words, cause);
        this.words = words;
        setStackTrace(stack);
    }

    @Override
    public String toString() {
        return words;
    }
}
