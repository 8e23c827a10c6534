//@ run
//@ stdin: 12 3.5 word\nsecond line here\n0x1F 99999999999 true\nlast
/** Scanner over standard input and strings: tokens, lines, types, delimiters. */
import java.util.*;

public class ScannerInput {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in).useLocale(Locale.ROOT);
        System.out.println(in.nextInt() + " " + in.nextDouble() + " " + in.next() + "|" + in.nextLine() + "|" + in.nextLine());
        System.out.println(in.hasNextInt() + " " + in.next() + " " + in.hasNextInt() + in.hasNextLong() + " " + in.nextLong() + " " + in.nextBoolean());
        System.out.println(in.nextLine().length() + " " + in.hasNextLine() + " " + in.nextLine() + " " + in.hasNext());
        try {
            in.next();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        Scanner s = new Scanner("a, b,c;d").useDelimiter("\\s*[,;]\\s*");
        List<String> parts = new ArrayList<>();
        while (s.hasNext()) {
            parts.add(s.next());
        }
        System.out.println(parts);
        try {
            new Scanner("abc").nextInt();
        } catch (InputMismatchException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new Scanner("x=10 y=20").findInLine("y=(\\d+)") + " " + new Scanner("1 2 3").tokens().mapToInt(Integer::parseInt).sum() + " " + new Scanner("ff").nextInt(16) + " " + new Scanner("1,234").useLocale(Locale.ENGLISH).nextInt());
        System.out.println(new Scanner("l1\nl2\n\nl4").useDelimiter("\n").tokens().toList());
    }
}
