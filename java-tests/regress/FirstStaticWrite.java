//@ verdict: assertion
// The same for a write: the thread that writes first need not be the one that is seen first.
public class FirstStaticWrite {
    static class Holder {
        static volatile int global;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> Holder.global = 1);
        writer.start();
        Holder.global = 2;
        writer.join();
        assert Holder.global == 1; //~ ASSERTION
    }
}
