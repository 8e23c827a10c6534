//@ run
/** Charsets: encoders and decoders, malformed input, availability, byte-order marks. */
import java.io.*;
import java.nio.*;
import java.nio.charset.*;
import java.util.*;

public class Charsets {
    public static void main(String[] args) throws Exception {
        String s = "A\u00e9\u20ac\uD83D\uDE00";
        for (String name : new String[] {"UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "ISO-8859-1", "US-ASCII", "UTF-32", "windows-1252"}) {
            byte[] b = s.getBytes(name);
            System.out.println(name + " " + HexFormat.of().formatHex(b) + " " + new String(b, name).equals(s));
        }
        CharsetEncoder e = StandardCharsets.ISO_8859_1.newEncoder();
        System.out.println(e.canEncode('\u00e9') + " " + e.canEncode('\u20ac') + " " + e.maxBytesPerChar() + " " + StandardCharsets.UTF_8.newEncoder().maxBytesPerChar());
        try {
            e.encode(CharBuffer.wrap(s));
        } catch (UnmappableCharacterException x) {
            System.out.println(x.getMessage());
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(new byte[] {'a', (byte) 0x80}));
        } catch (MalformedInputException x) {
            System.out.println(x.getMessage());
        }
        CharsetDecoder d = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPLACE).replaceWith("?");
        System.out.println(d.decode(ByteBuffer.wrap(new byte[] {'a', (byte) 0xff, 'b', (byte) 0xe2, (byte) 0x82})));
        CharBuffer out = CharBuffer.allocate(1);
        System.out.println(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap("xyz".getBytes()), out, true) + " " + out.position());
        System.out.println(Charset.forName("latin1") + " " + Charset.isSupported("no-such") + " " + new java.util.TreeSet<>(StandardCharsets.UTF_8.aliases()) + " " + StandardCharsets.UTF_8.contains(StandardCharsets.US_ASCII));
        try {
            Charset.forName("no-such");
        } catch (UnsupportedCharsetException x) {
            System.out.println(x.getMessage());
        }
        try {
            "x".getBytes("bad name!");
        } catch (UnsupportedEncodingException x) {
            System.out.println(x.getMessage());
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Writer w = new OutputStreamWriter(bytes, StandardCharsets.UTF_8)) {
            w.write(s);
        }
        Reader r = new InputStreamReader(new ByteArrayInputStream(bytes.toByteArray()), "UTF-8");
        StringBuilder sb = new StringBuilder();
        for (int c; (c = r.read()) >= 0; ) {
            sb.append(Integer.toHexString(c)).append(' ');
        }
        System.out.println(sb);
        PrintStream utf = new PrintStream(System.out, true, "UTF-8");
        utf.println(s);
    }
}
