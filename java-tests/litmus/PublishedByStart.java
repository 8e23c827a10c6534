//@ verdict: verified
//@ outcomes: both lost
//@ states: 14
// What a thread knows when it is started can be reached by both, who may get in between.
public class PublishedByStart {
    static class Node { int x; }

    public static void main(String[] args) throws InterruptedException {
        Thread before = new Thread(() -> { });
        before.start();
        before.join();
        Node node = new Node();
        Thread thread = new Thread(() -> node.x++);
        thread.start();
        node.x++;
        thread.join();
        Outcome.is(node.x == 2 ? "both" : "lost", args);
    }
}
