//@ verdict: verified
//@ states: 323
/**
 * The class library grows the list of threads when the fifth one starts, by an array that a native makes. Arrays of strings
 * are made by natives, too, and are other arrays: that threads start in one go does not rest on them.
 */
public class TwoKindsOfArrays {
    static volatile int first, second;

    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) {
            new Thread(() -> {
                first = 1;
                second = -1;
            }).start();
        }
        new Thread(() -> {
            int one = first, two = second;
            String text = one + " " + two;
            assert text.length() > 2;
        }).start();
    }
}
