//@ verdict: verified
//@ states: 1006
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
import braid.Braid;

/**
 * Lists that are put together, taken apart and handed on in many ways while another thread pushes and pops: however a list
 * came about, it is the same list.
 */
public class Strands {
    static class Node {
        Node next;
        Node other;
        int value;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static Node head;
    static Node spare;
    static final Object LOCK = new Object();

    static Node last(Node node) {
        while (node.next != null) {
            node = node.next;
        }
        return node;
    }

    static void change(int how) {
        if (head == null || head.next == null) {
            head = new Node(0, new Node(1, new Node(2, new Node(3, null))));
        }
        switch (how) {
            case 0 -> head = head.next;
            case 1 -> last(head).next = new Node(4, null);
            case 2 -> head.next.next = new Node(5, head.next.next);
            case 3 -> head.next = head.next.next;
            case 4 -> {
                Node reversed = null;
                for (Node node = head, next; node != null; node = next) {
                    next = node.next;
                    node.next = reversed;
                    reversed = node;
                }
                head = reversed;
            }
            case 5 -> spare = head.next;
            case 6 -> {
                Node moved = head;
                head = spare;
                spare = moved;
            }
            case 7 -> head.next.other = head.next.other == null ? new Node(6, head) : null;
            case 8 -> {
                Node last = last(head);
                last.next = head;
                head = head.next;
                last.next = null;
            }
            case 9 -> last(head).value++;
            case 10 -> {
                Node node = head;
                head = null;
                last(node).other = node;
                head = node.next;
                last(node).other = null;
            }
            default -> spare = null;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            synchronized (LOCK) {
                head = new Node(7, head);
            }
            synchronized (LOCK) {
                head = head == null ? null : head.next;
            }
        });
        other.start();
        for (int i = 0; i < 2; i++) {
            int how = Braid.choose(12);
            synchronized (LOCK) {
                change(how);
            }
        }
        other.join();
    }
}
