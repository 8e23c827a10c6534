//@ verdict: verified
//@ revisions: quiet walk push
//@[quiet] args: quiet 10 3
//@[walk] args: walk 10 3
//@[push] args: push 10 2
//@[quiet] states: 198
//@[walk] states: 964
//@[push] states: 28
/**
 * How the cost of a step follows the heap: a list that was made while threads already run, and two threads that leave it
 * alone, walk along it, or push and pop at its front. args: quiet|walk|push NODES ROUNDS
 */
public class Grown {
    static class Node {
        Node next;

        Node(Node next) {
            this.next = next;
        }
    }

    static Node head;
    static volatile int steps;
    static final Object LOCK = new Object();

    static void quiet() {
        steps++;
    }

    static void walk(Node from) {
        for (Node n = from; n != null; n = n.next) {
            steps = 0;
        }
    }

    static void push() {
        synchronized (LOCK) {
            head = new Node(head);
        }
        synchronized (LOCK) {
            head = head.next;
        }
    }

    public static void main(String[] args) throws Exception {
        int nodes = Integer.parseInt(args[1]), rounds = Integer.parseInt(args[2]);
        // What is made before the first thread has a fixed identity; what follows has not.
        Thread first = new Thread(() -> {});
        first.start();
        first.join();
        for (int i = 0; i < nodes; i++) {
            head = new Node(head);
        }
        Runnable work = () -> {
            for (int i = 0; i < rounds; i++) {
                switch (args[0]) {
                    case "quiet" -> quiet();
                    case "walk" -> walk(head);
                    default -> push();
                }
            }
        };
        Thread a = new Thread(work), b = new Thread(work);
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
