//@ verdict: assertion
/** One line reads many fields: that is no loop, and all of them are told. */
public class ManyFieldsInLine {
    static int a, b, c, d, e, f, g, h;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            for (int i = 0; i < 9; i++) {
                h++;
            }
        });
        other.start();
        other.join();
        assert a + b + c + d + e + f + g + h == 8; //~ ASSERTION
    }
}
