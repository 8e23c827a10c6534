//@ verdict: assertion
//@ revisions: millis date instant field boxed
//@[millis] args: millis
//@[date] args: date
//@[instant] args: instant
//@[field] args: field
//@[boxed] args: boxed
/** Nor need it be: the other half of {@code DeadlinePassed}. */
public class DeadlineAhead {
    public static void main(String[] args) {
        boolean passed = DeadlinePassed.passed(args[0]);
        assert passed; //~ ASSERTION
    }
}
