//@ verdict: assertion
//@ revisions: few many
//@[few] args: 3
//@[many] args: 99
/** Writers set two numbers one after the other; a reader may come in between. After a program of SCTBench. args: writers */
public class ReorderMany {
    static volatile int first, second;

    public static void main(String[] args) {
        int writers = Integer.parseInt(args[0]);
        for (int i = 0; i < writers; i++) {
            new Thread(() -> {
                first = 1;
                second = -1;
            }).start();
        }
        new Thread(() -> {
            int one = first, two = second;
            assert one + two == 0; //~ ASSERTION
        }).start();
    }
}
