//@ verdict: verified
//@ states: 291
/** Two threads race for several fields in the same lines: each field is a race of its own. */
public class RacesInOneLine {
    static int first;
    static int second;
    static final int[] THIRD = new int[2];

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(RacesInOneLine::work);
        other.start();
        work();
        other.join();
    }

    static void work() {
        first++; second++; THIRD[0]++; THIRD[1]++;
    }
}
