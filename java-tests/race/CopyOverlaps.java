//@ verdict: verified
//@ states: 34
/** Parts of one array that overlap are copied as if through a third place, in both directions, whatever others look at. */
public class CopyOverlaps {
    static final int[] UP = {1, 2, 3, 4}, DOWN = {1, 2, 3, 4};
    static int seen;

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> seen = UP[3] + DOWN[0]);
        thread.start();
        System.arraycopy(UP, 0, UP, 1, 3);
        System.arraycopy(DOWN, 1, DOWN, 0, 3);
        thread.join();
        assert UP[0] == 1 && UP[1] == 1 && UP[2] == 2 && UP[3] == 3;
        assert DOWN[0] == 2 && DOWN[1] == 3 && DOWN[2] == 4 && DOWN[3] == 4;
        assert seen == 5 || seen == 4 || seen == 6 : seen;
    }
}
