//@ run
//@ exit: 5
/** Runtime.halt skips hooks and buffered output of other streams. */
public class HaltNow {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook must not run")));
        System.out.println("halting");
        Runtime.getRuntime().halt(5);
    }
}
