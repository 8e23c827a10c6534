//@ verdict: assertion
//@ revisions: none local transactions
//@[none] flags: --reduction none --canon full
//@[local] flags: --reduction local
/** A constructor that publishes its object before it sets a final field: the field is no constant to others. */
public class FinalTooEarly {
    static FinalTooEarly published;
    final int value;

    FinalTooEarly() {
        published = this;
        value = 1;
    }

    public static void main(String[] args) {
        new Thread(FinalTooEarly::new).start();
        FinalTooEarly seen = published;
        if (seen != null) {
            assert seen.value == 1; //~ ASSERTION
        }
    }
}
