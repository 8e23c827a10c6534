//@ verdict: assertion
/** A thread loads classes through the class library, which asks whether they are loaded: a token has to count the same in a new process. */
public class LoadedBefore {
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> String.format("%d", 5));
        other.start();
        other.join();
        assert other.isAlive(); //~ ASSERTION
    }
}
