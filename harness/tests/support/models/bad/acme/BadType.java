package acme;

import braid.Model;

/** All that can be wrong with a model of a class. */
@Model(type = "app.Meter")
final class BadType extends Thread {
    public static int value() {
        return 0;
    }
}
