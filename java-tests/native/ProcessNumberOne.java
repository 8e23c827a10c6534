//@ verdict: assertion
//@ flags: --models shipped

/** A number that a program relies on is one that can be given. */
public class ProcessNumberOne {
    public static void main(String[] args) {
        assert ProcessHandle.current().pid() != 1; //~ ASSERTION
    }
}
