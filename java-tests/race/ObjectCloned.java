//@ verdict: race
//@ flags: --races error
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** clone reads all fields. */
public class ObjectCloned implements Cloneable {
    int value;

    public static void main(String[] args) throws CloneNotSupportedException {
        ObjectCloned it = new ObjectCloned();
        new Thread(() -> it.value = 1).start(); //~ RACE
        assert ((ObjectCloned) it.clone()).value <= 1; //~ RACE
    }
}
