package acme;

import braid.Model;

/** Stands for a class of the class library. */
@Model(type = "java.util.StringJoiner")
public final class FakeJoiner {
    private final Parts parts = new Parts();

    /** A nested class, which comes along. */
    static class Parts {
        int count;
    }

    public FakeJoiner(CharSequence delimiter) { }

    public FakeJoiner add(CharSequence text) {
        parts.count++;
        return this;
    }

    @Override
    public String toString() {
        return parts.count + " parts in " + parts.getClass().getName() + " of acme/FakeJoiner";
    }
}
