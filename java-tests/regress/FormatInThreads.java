//@ verdict: verified
//@ states: 11
/** A number is formatted in a thread: the class library finds the classes for that by their modules. */
public class FormatInThreads {
    static String text;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> text = String.format("%d", 12345));
        other.start();
        other.join();
        assert text.equals("12345") : text;
    }
}
