//@ run
/** Standard input at its end from the start. */
import java.io.*;
import java.util.*;

public class EmptyStdin {
    public static void main(String[] args) throws IOException {
        System.out.println(System.in.read());
        System.out.println(new BufferedReader(new InputStreamReader(System.in)).readLine());
        System.out.println(new Scanner(System.in).hasNextLine());
        try {
            new Scanner(System.in).nextLine();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
    }
}
