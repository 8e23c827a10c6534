package acme;

import braid.Model;
import java.util.UUID;

/** A model that two threads can use at the same time, with a mistake that only shows then. */
public class Racy {
    private static volatile int made;

    @Model("java.util.UUID#randomUUID()Ljava/util/UUID;")
    static UUID randomUuid() {
        made = made + 1;
        return new UUID(0, made);
    }
}
