//@ verdict: race
//@ flags: --races error --time virtual
/** That a sleep is longer than the work of another thread orders nothing. */
public class UnorderedSleep {
    static int data;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> data = 1).start(); //~ RACE
        Thread.sleep(1000);
        assert data == 1; //~ RACE
    }
}
