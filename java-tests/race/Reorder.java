//@ verdict: assertion
//@ revisions: few ten hundred
//@[few] args: 2 1
//@[ten] args: 9 1
//@[hundred] args: 99 1
/** N setters write a then b, a checker reads both: sees them half set. args: setters checkers */
public class Reorder {
    static int a, b;

    public static void main(String[] args) {
        int setters = Integer.parseInt(args[0]), checkers = Integer.parseInt(args[1]);
        for (int i = 0; i < setters; i++) {
            new Thread(() -> {
                a = 1;
                b = -1;
            }).start();
        }
        for (int i = 0; i < checkers; i++) {
            new Thread(() -> {
                int x = a, y = b;
                assert x == 0 && y == 0 || x == 1 && y == -1; //~ ASSERTION
            }).start();
        }
    }
}
