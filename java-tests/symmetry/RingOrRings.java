//@ verdict: assertion
import braid.Braid;

/** Six threads in one ring, or in two rings of three: what each of them is next to is the same in both. */
public class RingOrRings {
    static class Node {
        Node peer;
    }

    static class Walker extends Thread {
        final Node own;

        Walker(Node own) {
            this.own = own;
        }

        public void run() {
            Node third = own.peer.peer.peer;
            assert third != own; //~ ASSERTION
        }
    }

    public static void main(String[] args) {
        int ring = Braid.choose(2) == 0 ? 6 : 3;
        Node[] nodes = new Node[6];
        for (int i = 0; i < 6; i++) {
            nodes[i] = new Node();
        }
        Walker[] walkers = new Walker[6];
        for (int i = 0; i < 6; i++) {
            nodes[i].peer = nodes[i / ring * ring + (i + 1) % ring];
            walkers[i] = new Walker(nodes[i]);
        }
        for (Walker walker : walkers) {
            walker.start();
        }
    }
}
