//@ verdict: verified
//@ outcomes: name-and-id name-only id-only neither
//@ states: 16
/** The number in a thread's name and its id are taken one after the other, and another thread may come in between. */
public class ThreadIds {
    static volatile Thread a;
    static volatile Thread b;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> a = new Thread(() -> { }), "t");
        Thread u = new Thread(() -> b = new Thread(() -> { }), "u");
        t.start();
        u.start();
        t.join();
        u.join();
        boolean name = a.getName().compareTo(b.getName()) < 0;
        boolean id = a.getId() < b.getId();
        Outcome.is(name ? id ? "name-and-id" : "name-only" : id ? "id-only" : "neither", args);
    }
}
