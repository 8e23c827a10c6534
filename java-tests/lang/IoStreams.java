//@ run
/** Byte and character streams in memory: data streams, buffers, pushback, sequences, tokenizers, print writers. */
import java.io.*;
import java.util.*;

public class IoStreams {
    public static void main(String[] args) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream d = new DataOutputStream(bytes);
        d.writeByte(-1);
        d.writeShort(-2);
        d.writeChar('c');
        d.writeInt(Integer.MIN_VALUE);
        d.writeLong(Long.MAX_VALUE);
        d.writeFloat(1.5f);
        d.writeDouble(Math.PI);
        d.writeBoolean(true);
        d.writeUTF("utf\u00e9\0");
        System.out.println(d.size() + " " + bytes.size());
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        System.out.println(in.readUnsignedByte() + " " + in.readShort() + " " + in.readChar() + " " + in.readInt() + " " + in.readLong() + " " + in.readFloat() + " " + in.readDouble() + " " + in.readBoolean() + " " + in.readUTF().length());
        try {
            in.readInt();
        } catch (EOFException e) {
            System.out.println(e);
        }
        BufferedInputStream b = new BufferedInputStream(new ByteArrayInputStream("buffered".getBytes()), 2);
        b.mark(10);
        b.read();
        b.read();
        b.reset();
        System.out.println((char) b.read() + " " + b.available() + " " + new String(b.readNBytes(3)) + " " + b.skip(2) + " " + b.markSupported());
        PushbackReader p = new PushbackReader(new StringReader("xy"), 2);
        int c = p.read();
        p.unread('z');
        System.out.println((char) c + "" + (char) p.read() + (char) p.read() + p.read());
        SequenceInputStream seq = new SequenceInputStream(new ByteArrayInputStream("one".getBytes()), new ByteArrayInputStream("two".getBytes()));
        System.out.println(new String(seq.readAllBytes()));
        StreamTokenizer st = new StreamTokenizer(new StringReader("x = 3.5 + \"str\" // comment\ny"));
        st.slashSlashComments(true);
        StringBuilder sb = new StringBuilder();
        while (st.nextToken() != StreamTokenizer.TT_EOF) {
            sb.append(st.ttype == StreamTokenizer.TT_NUMBER ? "" + st.nval : st.ttype == StreamTokenizer.TT_WORD || st.ttype == '"' ? st.sval : "" + (char) st.ttype).append('|');
        }
        System.out.println(sb + " " + st.lineno());
        StringWriter sw = new StringWriter();
        PrintWriter pw = new PrintWriter(sw);
        pw.printf("%d-%s", 1, "a").append("!").println(2.5f);
        pw.flush();
        System.out.print(sw);
        LineNumberReader ln = new LineNumberReader(new StringReader("a\r\nb\rc\n"));
        while (ln.readLine() != null) {
            System.out.print(ln.getLineNumber() + " ");
        }
        System.out.println();
        CharArrayWriter ca = new CharArrayWriter();
        ca.write("chars");
        System.out.println(ca.toCharArray().length + " " + new BufferedReader(new CharArrayReader(ca.toCharArray())).readLine());
        InputStream failing = new InputStream() {
            public int read() throws IOException {
                throw new IOException("broken");
            }
        };
        try {
            failing.readAllBytes();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        try {
            throw new UncheckedIOException(new IOException("wrapped"));
        } catch (UncheckedIOException e) {
            System.out.println(e.getMessage());
        }
        Reader r = new StringReader("x");
        r.close();
        try {
            r.read();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        System.out.write('W');
        System.out.write(new byte[] {'X', '\n'}, 0, 2);
        System.out.append("appended").append('\n').append("abcdef", 1, 3).println();
        System.out.println(new char[] {'c', 'h'});
        System.out.println((Object) null);
        System.out.println((String) null);
    }
}
