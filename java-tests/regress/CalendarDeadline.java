//@ verdict: assertion
//@ patient: verified
// A date that a calendar gives may be later than a fixed deadline, like one that is asked for directly.
import java.util.Calendar;

public class CalendarDeadline {
    public static void main(String[] args) {
        Calendar.getInstance();
        new Thread(() -> { }).start();
        assert Calendar.getInstance().getTimeInMillis() < 2_500_000_000_000L; //~ ASSERTION
    }
}
