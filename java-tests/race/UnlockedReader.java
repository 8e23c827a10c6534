//@ verdict: race
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** Writers are careful, one reader is not. */
public class UnlockedReader {
    static int count;

    static synchronized void add() {
        count++; //~ RACE
    }

    public static void main(String[] args) {
        new Thread(UnlockedReader::add).start();
        assert count <= 1; //~ RACE
    }
}
