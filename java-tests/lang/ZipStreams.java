//@ run
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Compressing and getting it back; checksums. */
public class ZipStreams {
    public static void main(String[] args) throws Exception {
        byte[] text = "hello hello hello hello world\n".repeat(200).getBytes();

        ByteArrayOutputStream gzipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(gzipped)) {
            out.write(text);
        }
        System.out.println(gzipped.size() < text.length / 10);
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzipped.toByteArray()))) {
            System.out.println(new String(in.readAllBytes()).equals(new String(text)));
        }

        Deflater deflater = new Deflater();
        deflater.setLevel(Deflater.BEST_COMPRESSION);
        deflater.setInput(text);
        deflater.finish();
        byte[] small = new byte[text.length];
        int written = 0;
        while (!deflater.finished()) {
            written += deflater.deflate(small, written, 7);
        }
        System.out.println(deflater.getTotalIn() + " " + (deflater.getTotalOut() == written) + " " + deflater.getAdler());
        deflater.end();
        Inflater inflater = new Inflater();
        inflater.setInput(small, 0, written);
        byte[] again = new byte[text.length + 1];
        System.out.println(inflater.inflate(again) + " " + inflater.finished() + " " + inflater.getRemaining());
        inflater.end();

        ByteArrayOutputStream raw = new ByteArrayOutputStream();
        DeflaterOutputStream flushed = new DeflaterOutputStream(raw, new Deflater(1, true), 16, true);
        flushed.write(text, 0, 100);
        flushed.flush();
        int half = raw.size();
        flushed.write(text, 100, 100);
        flushed.close();
        System.out.println(half > 0 && raw.size() > half);
        InflaterInputStream back = new InflaterInputStream(new ByteArrayInputStream(raw.toByteArray()), new Inflater(true));
        System.out.println(back.readAllBytes().length);

        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(archive)) {
            out.setComment("a comment");
            for (String name : new String[] {"a.txt", "folder/", "folder/b.txt"}) {
                ZipEntry entry = new ZipEntry(name);
                entry.setTime(0);
                out.putNextEntry(entry);
                out.write(("content of " + name).getBytes());
                out.closeEntry();
            }
        }
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(archive.toByteArray()))) {
            for (ZipEntry entry; (entry = in.getNextEntry()) != null;) {
                System.out.println(entry.getName() + " " + entry.isDirectory() + " " + new String(in.readAllBytes()));
            }
        }

        try {
            new GZIPInputStream(new ByteArrayInputStream(new byte[32]));
        } catch (IOException e) {
            System.out.println(e);
        }
        CRC32 crc = new CRC32();
        crc.update(text);
        Adler32 adler = new Adler32();
        adler.update(text, 3, 100);
        CRC32C castagnoli = new CRC32C();
        castagnoli.update(text);
        System.out.println(crc.getValue() + " " + adler.getValue() + " " + castagnoli.getValue());
    }
}
