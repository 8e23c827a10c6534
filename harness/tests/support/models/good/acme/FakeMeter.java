package acme;

import braid.Model;

/** Stands for a class of the program, without one of its methods. */
@Model(type = "app.Meter")
public class FakeMeter {
    private int asked;
    private static int made;

    public FakeMeter() {
        made++;
    }

    public int value() {
        return ++asked + made;
    }

    @Override
    public String toString() {
        return "made up";
    }
}
