//@ verdict: verified
import java.util.Locale;

/** Numbers are formatted by several threads: the class library finds the classes for that by their modules. */
public class FormatInThreads {
    static volatile int number = 7;

    public static void main(String[] args) throws Exception {
        Locale.setDefault(Locale.ENGLISH);
        Thread other = new Thread(() -> number = 8);
        other.start();
        String text = String.format("%d %s", number, "x");
        assert text.equals("7 x") || text.equals("8 x") : text;
        other.join();
        assert String.format("%.2f %,d", 3.0, 12345).equals("3.00 12,345");
    }
}
