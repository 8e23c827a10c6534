//@ verdict: verified
//@ outcomes: 2 5 6 7
//@ states: 28
/** Another thread writes late, in between the reading and the writing of one step of the counter. */
public class AnotherWriter {
    static volatile int count;
    static volatile boolean began;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            began = true;
            count++;
            count++;
        });
        thread.start();
        if (began) {
            count = 5;
        }
        thread.join();
        Outcome.is("" + count, args);
    }
}
