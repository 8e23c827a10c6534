//@ run
//@ stdin: 3\nred\ngreen\nblue\n
/** BufferedReader on standard input, then raw reads to the end. */
import java.io.*;
import java.util.*;

public class StdinLines {
    public static void main(String[] args) throws IOException {
        BufferedReader r = new BufferedReader(new InputStreamReader(System.in));
        int n = Integer.parseInt(r.readLine());
        List<String> l = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            l.add(r.readLine());
        }
        Collections.sort(l);
        System.out.println(l + " " + r.readLine() + " " + r.read());
        System.out.println(System.in.read() + " " + System.in.available());
        System.setIn(new ByteArrayInputStream("replaced".getBytes()));
        System.out.println(new String(System.in.readAllBytes()));
        PrintStream old = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes));
        System.out.print("captured");
        System.setOut(old);
        System.out.println(bytes.toString().toUpperCase() + " " + old.checkError());
    }
}
