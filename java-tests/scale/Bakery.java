//@ verdict: verified
//@ args: 1
//@ states: 222
/** Lamport's bakery for two threads, on volatile fields. args: rounds */
public class Bakery {
    static volatile boolean choosing0, choosing1;
    static volatile int number0, number1;
    static int inside;

    static void enter() {
        inside++;
        assert inside == 1;
        inside--;
    }

    public static void main(String[] args) throws Exception {
        int rounds = Integer.parseInt(args[0]);
        Thread first = new Thread(() -> {
            for (int i = 0; i < rounds; i++) {
                choosing0 = true;
                number0 = 1 + number1;
                choosing0 = false;
                while (choosing1) { }
                while (number1 != 0 && number1 < number0) { }
                enter();
                number0 = 0;
            }
        });
        Thread second = new Thread(() -> {
            for (int i = 0; i < rounds; i++) {
                choosing1 = true;
                number1 = 1 + number0;
                choosing1 = false;
                while (choosing0) { }
                while (number0 != 0 && number0 <= number1) { }
                enter();
                number1 = 0;
            }
        });
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
