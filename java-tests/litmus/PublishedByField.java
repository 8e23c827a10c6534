//@ verdict: verified
//@ outcomes: missed both lost
//@ states: 17
// A new object that is stored into a field of a shared one can be reached by others, who may get in between.
public class PublishedByField {
    static class Node { int x; Node next; }

    static boolean seen;

    public static void main(String[] args) throws InterruptedException {
        Node shared = new Node();
        Thread thread = new Thread(() -> {
            Node node = shared.next;
            seen = node != null;
            if (seen) {
                node.x++;
            }
        });
        thread.start();
        Node own = new Node();
        shared.next = own;
        own.x++;
        thread.join();
        Outcome.is(!seen ? "missed" : own.x == 2 ? "both" : "lost", args);
    }
}
