//@ verdict: race
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** A list that one thread fills while another looks. */
import java.util.ArrayList;
import java.util.List;

public class ListShared {
    static final List<String> LIST = new ArrayList<>();

    public static void main(String[] args) {
        new Thread(() -> LIST.add("x")).start(); //~ RACE
        LIST.isEmpty(); //~ RACE
    }
}
