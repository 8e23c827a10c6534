package acme;

import braid.Action;
import braid.Braid;
import braid.Model;
import java.util.UUID;

/** All that can be wrong with models of methods. */
public class Bad {
    @Model("java.util.UUID.randomUUID()Ljava/util/UUID;")
    static UUID noHash() {
        return null;
    }

    @Model("java.util.UUID#randomUUID")
    static UUID noDescriptor() {
        return null;
    }

    @Model("java.util.UUID#randomUUID()Ljava/util/UUID")
    static UUID brokenDescriptor() {
        return null;
    }

    @Model("java.util.UUID#<init>(JJ)V")
    static void constructor(UUID receiver, long a, long b) { }

    @Model("java.utl.UUID#randomUUID()Ljava/util/UUID;")
    static UUID noClass() {
        return null;
    }

    @Model("java.util.UUID#randomUID()Ljava/util/UUID;")
    static UUID noMethod() {
        return null;
    }

    @Model("java.util.UUID#randomUUID()V")
    static void otherResult() { }

    @Model("java.util.UUID#wait()V")
    static void inherited(UUID receiver) { }

    @Model("java.util.UUID#version()I")
    static int noReceiver() {
        return 0;
    }

    @Model("java.util.UUID#variant()I")
    int notStatic() {
        return 0;
    }

    @Model("java.util.UUID#nameUUIDFromBytes([B)Ljava/util/UUID;")
    static Object wrongResult(byte[] name) {
        return null;
    }

    @Model("java.util.UUID#timestamp()J")
    static long thrower(UUID receiver) throws java.io.IOException {
        return 0;
    }

    @Model("java.util.List#size()I")
    static int isAbstract(java.util.List<?> receiver) {
        return 0;
    }

    @Model("java.util.UUID#clockSequence()I")
    static int one(UUID receiver) {
        return 0;
    }

    @Model("java.util.UUID#clockSequence()I")
    static int two(UUID receiver) {
        return 0;
    }

    @Model("java.lang.System#nanoTime()J")
    static long shadow() {
        return 0;
    }

    @Model("java.util.UUID#node()J")
    static long reaches(UUID receiver) {
        return helper();
    }

    private static long helper() {
        new app.Device(1);
        return unanswered();
    }

    private static native long unanswered();

    @Model("java.util.UUID#hashCode()I")
    static int waits(UUID receiver) {
        Braid.await(new Action() {
            @Override
            protected boolean attempt() {
                rest();
                return true;
            }
        });
        return 0;
    }

    static void rest() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
