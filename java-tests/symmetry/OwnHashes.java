//@ verdict: assertion
//@ revisions: first second
//@[first] args: 0
//@[second] args: 1

/** Who writes last has made an identity hash code of its own: the two differ, and each may be there in the end. */
public class OwnHashes {
    static final Object LOCK = new Object();
    static int writes;
    static int last;
    static int[] hashes = new int[2];

    static class Hasher extends Thread {
        final int[] to;

        Hasher(int[] to) {
            this.to = to;
        }

        public void run() {
            int hash = System.identityHashCode(new Object());
            synchronized (LOCK) {
                last = hash;
                to[writes++] = hash;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] found = new int[2];
        Thread a = new Hasher(found), b = new Hasher(found);
        a.start();
        b.start();
        a.join();
        b.join();
        int least = Math.min(found[0], found[1]), most = Math.max(found[0], found[1]);
        assert last != (args[0].equals("0") ? least : most); //~ ASSERTION
    }
}
