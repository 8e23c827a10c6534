//@ run
/** main inherited from a superclass. */
public class InheritedMain extends InheritedMainBase {
}

class InheritedMainBase {
    public static void main(String... args) {
        System.out.println("inherited main, arguments " + args.length);
    }
}
