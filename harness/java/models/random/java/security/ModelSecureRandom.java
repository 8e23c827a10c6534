package java.security;

import braid.Braid;
import braid.Model;
import java.util.Random;

/**
 * Random numbers without a source of them. Each generator has a sequence of its own that starts from a fixed seed (property
 * {@code braid.random.seed}). With property {@code braid.random.choices=n} every draw is one of {@code n} answers, and all are
 * explored: that shows what happens when two draws are equal.
 */
@Model(type = "java.security.SecureRandom")
public class ModelSecureRandom extends Random {
    private static final long serialVersionUID = 1L;

    private static final int CHOICES = Integer.getInteger("braid.random.choices", 0);
    private static long generators = Long.getLong("braid.random.seed", 0);

    public ModelSecureRandom() {
        super(another());
    }

    /** The seed is taken as an addition to one that is not known. */
    public ModelSecureRandom(byte[] seed) {
        super(another());
        setSeed(seed);
    }

    protected ModelSecureRandom(SecureRandomSpi spi, Provider provider) {
        super(another());
        Braid.refuse("a provider of random numbers of its own");
    }

    /** Generators that are seeded alike would draw alike. */
    private static synchronized long another() {
        generators += 0x9E3779B97F4A7C15L;
        return generators;
    }

    public static ModelSecureRandom getInstance(String algorithm) throws NoSuchAlgorithmException {
        return new ModelSecureRandom();
    }

    public static ModelSecureRandom getInstance(String algorithm, String provider)
            throws NoSuchAlgorithmException, NoSuchProviderException {
        return new ModelSecureRandom();
    }

    public static ModelSecureRandom getInstance(String algorithm, Provider provider) throws NoSuchAlgorithmException {
        return new ModelSecureRandom();
    }

    public static ModelSecureRandom getInstance(String algorithm, SecureRandomParameters parameters)
            throws NoSuchAlgorithmException {
        return new ModelSecureRandom();
    }

    public static ModelSecureRandom getInstance(String algorithm, SecureRandomParameters parameters, String provider)
            throws NoSuchAlgorithmException, NoSuchProviderException {
        return new ModelSecureRandom();
    }

    public static ModelSecureRandom getInstance(String algorithm, SecureRandomParameters parameters, Provider provider)
            throws NoSuchAlgorithmException {
        return new ModelSecureRandom();
    }

    public static ModelSecureRandom getInstanceStrong() throws NoSuchAlgorithmException {
        return new ModelSecureRandom();
    }

    public final Provider getProvider() {
        Braid.refuse("the provider of random numbers");
        return null;
    }

    public String getAlgorithm() {
        return "NativePRNG";
    }

    public SecureRandomParameters getParameters() {
        return null;
    }

    @Override
    public String toString() {
        return getAlgorithm();
    }

    /** A seed adds to the randomness that is there: it makes nothing predictable. */
    public void setSeed(byte[] seed) {
        if (seed == null) {
            throw new NullPointerException();
        }
    }

    @Override
    public void setSeed(long seed) {
        // The constructor of the base class gives the seed of a generator that is being made.
        if (!made) {
            made = true;
            super.setSeed(seed);
        }
    }

    private boolean made;

    @Override
    protected final int next(int bits) {
        return CHOICES > 0 ? (int) drawn((1L << bits) - 1) : super.next(bits);
    }

    @Override
    public int nextInt(int bound) {
        return CHOICES > 0 && bound > 0 ? (int) drawn(bound - 1L) : super.nextInt(bound);
    }

    /** A number from 0 to {@code most}: any of them if there are few enough, else some that are far apart, the ends among them. */
    private static long drawn(long most) {
        if (most < CHOICES) {
            return Braid.choose((int) most + 1);
        }
        return CHOICES == 1 ? 0 : Braid.choose(CHOICES) * most / (CHOICES - 1);
    }

    @Override
    public void nextBytes(byte[] bytes) {
        if (CHOICES == 0) {
            super.nextBytes(bytes);
            return;
        }
        int drawn = Braid.choose(CHOICES);
        for (int at = 0; at < bytes.length; at++) {
            int shift = 8 * (bytes.length - 1 - at);
            bytes[at] = shift < 32 ? (byte) (drawn >> shift) : 0;
        }
    }

    public void nextBytes(byte[] bytes, SecureRandomParameters parameters) {
        throw new UnsupportedOperationException();
    }

    public static byte[] getSeed(int count) {
        return new ModelSecureRandom().generateSeed(count);
    }

    public byte[] generateSeed(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("numBytes cannot be negative");
        }
        byte[] seed = new byte[count];
        nextBytes(seed);
        return seed;
    }

    public void reseed() {
        throw new UnsupportedOperationException();
    }

    public void reseed(SecureRandomParameters parameters) {
        throw new UnsupportedOperationException();
    }
}
