package acme;

import app.Device;
import braid.Action;
import braid.Braid;
import braid.Model;
import java.util.Random;
import java.util.UUID;

/** Models of single methods. */
public class Models {
    private static long made;

    @Model("java.util.UUID#randomUUID()Ljava/util/UUID;")
    static UUID randomUuid() {
        long[] mine = new long[1];
        Braid.await(new Action() {
            @Override
            protected boolean attempt() {
                mine[0] = ++made;
                return true;
            }
        });
        return new UUID(0, mine[0]);
    }

    @Model("java.util.Random#nextInt(I)I")
    static int nextInt(Random receiver, int bound) {
        return Braid.choose(bound);
    }

    @Model("app.Device#count()I")
    private static int count() {
        return 42;
    }

    @Model("app.Device#read([BJ)J")
    static long read(Device receiver, byte[] into, long from) {
        into[0] = 9;
        return from + into.length;
    }

    @Model("app.Device#name()Ljava/lang/String;")
    static String name(Object receiver) {
        return "device of " + receiver.getClass().getName();
    }

    /** The model holds what the method declares: its monitor. */
    @Model("java.lang.StringBuffer#length()I")
    static int length(StringBuffer receiver) {
        return Thread.holdsLock(receiver) ? 1000 : 0;
    }

    @Model(value = "java.lang.System#nanoTime()J", replace = true)
    static long nanoTime() {
        return 123;
    }
}
