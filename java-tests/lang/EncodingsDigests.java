//@ run
/** Base64, HexFormat, checksums and message digests. */
import java.nio.charset.StandardCharsets;
import java.security.*;
import java.util.*;
import java.util.zip.*;

public class EncodingsDigests {
    public static void main(String[] args) throws Exception {
        byte[] data = "Many hands make light work?>~".getBytes(StandardCharsets.UTF_8);
        String e = Base64.getEncoder().encodeToString(data);
        System.out.println(e + " " + Base64.getUrlEncoder().withoutPadding().encodeToString(data) + " " + new String(Base64.getDecoder().decode(e)) + " " + Base64.getMimeEncoder(8, new byte[] {'|'}).encodeToString(data));
        for (String bad : new String[] {"abc", "a$bc", "ab==cd"}) {
            try {
                Base64.getDecoder().decode(bad);
                System.out.println("decoded");
            } catch (IllegalArgumentException x) {
                System.out.println(x.getMessage());
            }
        }
        HexFormat h = HexFormat.ofDelimiter(":").withUpperCase();
        System.out.println(h.formatHex(new byte[] {0, 15, -1}) + " " + Arrays.toString(h.parseHex("0A:ff")) + " " + HexFormat.fromHexDigits("7f") + " " + HexFormat.of().toHexDigits((short) 258));
        CRC32 crc = new CRC32();
        crc.update(data);
        crc.update('x');
        Adler32 ad = new Adler32();
        ad.update(data, 1, 5);
        System.out.println(Long.toHexString(crc.getValue()) + " " + ad.getValue());
        for (String alg : new String[] {"MD5", "SHA-1", "SHA-256", "SHA-512"}) {
            System.out.println(alg + " " + HexFormat.of().formatHex(MessageDigest.getInstance(alg).digest(data)));
        }
        try {
            MessageDigest.getInstance("NOPE");
        } catch (NoSuchAlgorithmException x) {
            System.out.println(x.getMessage());
        }
        System.out.println(MessageDigest.isEqual(new byte[] {1}, new byte[] {1}));
    }
}
