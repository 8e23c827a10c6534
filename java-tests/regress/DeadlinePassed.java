//@ verdict: assertion
//@ patient: verified
//@ revisions: millis date instant field boxed
//@[millis] args: millis
//@[date] args: date
//@[instant] args: instant
//@[field] args: field
//@[boxed] args: boxed
import java.time.Instant;
import java.util.Date;

/** A date may be after a deadline that is fixed. */
public class DeadlinePassed {
    static final long DEADLINE = 1_893_456_000_000L;
    static long now;

    static boolean passed(String how) {
        switch (how) {
            case "millis":
                return System.currentTimeMillis() > DEADLINE;
            case "date":
                return new Date().after(new Date(DEADLINE));
            case "instant":
                return Instant.now().isAfter(Instant.ofEpochMilli(DEADLINE));
            case "field":
                now = System.currentTimeMillis();
                return now > DEADLINE;
            default:
                Long boxed = System.currentTimeMillis();
                return boxed.compareTo(DEADLINE) > 0;
        }
    }

    public static void main(String[] args) {
        boolean passed = passed(args[0]);
        assert !passed; //~ ASSERTION
    }
}
