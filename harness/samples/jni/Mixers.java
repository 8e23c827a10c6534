/** Two threads mix one buffer: each twice, so that it is as before. With an argument they do so without a lock. */
public class Mixers {
    public static void main(String[] args) throws InterruptedException {
        boolean locked = args.length == 0;
        byte[] buffer = {1, 2, 3};
        int before = Codec.checksum(buffer);
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            Codec codec = new Codec(i + 1);
            threads[i] = new Thread(() -> {
                if (locked) {
                    synchronized (buffer) {
                        twice(codec, buffer);
                    }
                } else {
                    twice(codec, buffer);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert Codec.checksum(buffer) == before;
        assert Codec.upper("braid").equals("BRAID");
        try {
            Codec.upper("größe");
            assert false;
        } catch (IllegalArgumentException expected) {
            assert expected.getMessage().equals("no ASCII");
        }
    }

    private static void twice(Codec codec, byte[] buffer) {
        int before = Codec.checksum(buffer);
        codec.mix(buffer);
        codec.mix(buffer);
        assert Codec.checksum(buffer) == before : "somebody else has changed the buffer";
    }
}
