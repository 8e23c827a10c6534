//@ verdict: assertion
// The first access to a static field of a class without an initializer initializes the class, which no thread can see, and
// accesses the field, which other threads can.
public class FirstStaticRead {
    static class Holder {
        static int global;
    }

    public static void main(String[] args) {
        new Thread(() -> Holder.global = 1).start();
        int seen = Holder.global;
        assert seen == 0; //~ ASSERTION
    }
}
