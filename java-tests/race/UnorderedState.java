//@ verdict: race
//@ flags: --races error
/** The state of a thread tells that it has ended, and orders nothing (JLS 17.4.4). */
public class UnorderedState {
    static int data;

    public static void main(String[] args) {
        Thread thread = new Thread(() -> data = 1); //~ RACE
        thread.start();
        while (thread.getState() != Thread.State.TERMINATED) {
            Thread.onSpinWait();
        }
        assert data == 1; //~ RACE
    }
}
