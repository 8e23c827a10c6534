//@ run
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** Digests, codes and ciphers with known answers. */
public class CryptoBasics {
    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    public static void main(String[] args) throws Exception {
        for (String name : new String[] {"MD5", "SHA-1", "SHA-256", "SHA-512", "SHA3-256"}) {
            System.out.println(name + " " + hex(MessageDigest.getInstance(name).digest("abc".getBytes())));
        }
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("key".getBytes(), "HmacSHA256"));
        System.out.println(hex(mac.doFinal("data".getBytes())));

        SecretKeySpec key = new SecretKeySpec(new byte[16], "AES");
        Cipher blocks = Cipher.getInstance("AES/CBC/PKCS5Padding");
        blocks.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(new byte[16]));
        byte[] hidden = blocks.doFinal("a secret".getBytes());
        System.out.println(hex(hidden));
        blocks.init(Cipher.DECRYPT_MODE, key, new IvParameterSpec(new byte[16]));
        System.out.println(new String(blocks.doFinal(hidden)));
        Cipher counter = Cipher.getInstance("AES/GCM/NoPadding");
        counter.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, new byte[12]));
        System.out.println(hex(counter.doFinal("a secret".getBytes())));
        SecretKeyFactory factory = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256");
        PBEKeySpec password = new PBEKeySpec("word".toCharArray(), "salt".getBytes(), 10, 128);
        System.out.println(hex(factory.generateSecret(password).getEncoded()));

        System.out.println(Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[] {-1, -2, -3, -4}));
        System.out.println(new String(Base64.getMimeDecoder().decode("aGVs\r\nbG8=")));
        System.out.println(UUID.nameUUIDFromBytes("x".getBytes()) + " " + UUID.randomUUID().version());
        SecureRandom random = new SecureRandom();
        System.out.println(random.nextInt(10) < 10 && random.generateSeed(4).length == 4);
        try {
            MessageDigest.getInstance("NOPE");
        } catch (NoSuchAlgorithmException e) {
            System.out.println(e.getMessage());
        }
    }
}
