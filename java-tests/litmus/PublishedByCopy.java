//@ verdict: verified
//@ outcomes: missed both lost
//@ states: 17
// A new object that is copied into a shared array can be reached by others, who may get in between.
public class PublishedByCopy {
    static class Node { int x; }

    static boolean seen;

    public static void main(String[] args) throws InterruptedException {
        Node[] shared = new Node[1];
        Thread thread = new Thread(() -> {
            Node node = shared[0];
            seen = node != null;
            if (seen) {
                node.x++;
            }
        });
        thread.start();
        Node[] own = {new Node()};
        System.arraycopy(own, 0, shared, 0, 1);
        own[0].x++;
        thread.join();
        Outcome.is(!seen ? "missed" : own[0].x == 2 ? "both" : "lost", args);
    }
}
