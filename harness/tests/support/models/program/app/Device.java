package app;

/** A class with native methods of its own. */
public class Device {
    public final int number;

    public Device(int number) {
        this.number = number;
    }

    public static native int count();

    public native long read(byte[] into, long from) throws java.io.IOException;

    public native String name();
}
