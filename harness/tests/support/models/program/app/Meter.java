package app;

/** A class that a model stands for. */
public class Meter {
    public Meter() {
        throw new UnsupportedOperationException("no meter here");
    }

    public int value() {
        return -1;
    }

    public int reset() {
        return -2;
    }

    @Override
    public String toString() {
        return "a meter";
    }
}
