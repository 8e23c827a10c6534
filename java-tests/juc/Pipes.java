//@ run
/** Piped streams between threads; end of stream and broken pipes. */
import java.io.*;

public class Pipes {
    public static void main(String[] args) throws Exception {
        PipedInputStream in = new PipedInputStream(16);
        PipedOutputStream out = new PipedOutputStream(in);
        Thread writer = new Thread(() -> {
            try (DataOutputStream d = new DataOutputStream(out)) {
                for (int i = 0; i < 10; i++) {
                    d.writeInt(i * 1000);
                    d.writeUTF("item" + i);
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        DataInputStream d = new DataInputStream(in);
        try {
            while (true) {
                System.out.println(d.readInt() + " " + d.readUTF());
            }
        } catch (EOFException e) {
            System.out.println("end");
        }
        writer.join();
        PipedReader r = new PipedReader();
        PipedWriter w = new PipedWriter(r);
        Thread t = new Thread(() -> {
            try (w) {
                w.write("line one\nline two\n");
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        BufferedReader br = new BufferedReader(r);
        System.out.println(br.readLine() + "|" + br.readLine() + "|" + br.readLine());
        t.join();
        try {
            new PipedInputStream().read();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        try {
            out.connect(new PipedInputStream());
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
    }
}
