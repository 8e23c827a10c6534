//@ verdict: assertion
/** A copy that has to look at the class of every element is no more atomic than any other. */
public class CopyCheckedTorn {
    static final Object[] FROM = {"first", "second"};
    static final String[] TO = new String[2];

    public static void main(String[] args) {
        new Thread(() -> System.arraycopy(FROM, 0, TO, 0, 2)).start();
        String first = TO[0], second = TO[1];
        assert first == null || second != null; //~ ASSERTION
    }
}
