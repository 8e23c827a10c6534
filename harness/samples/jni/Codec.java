/** A class with native methods, which the library behind {@code codec.c} has. */
public class Codec {
    static {
        System.loadLibrary("codec");
    }

    private final int key;

    public Codec(int key) {
        this.key = key;
    }

    /** A checksum. */
    public static native int checksum(byte[] data);

    /** Changes each byte in place. */
    private native void mix(byte[] data, int key);

    /** The text in capital letters; IllegalArgumentException if it is no ASCII. */
    public static native String upper(String text);

    public void mix(byte[] data) {
        mix(data, key);
    }
}
