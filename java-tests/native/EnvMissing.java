//@ verdict: uncaught java.lang.NullPointerException
//@ flags: --models env

/** Without properties there are no variables. */
public class EnvMissing {
    public static void main(String[] args) {
        System.getenv("MODE").length(); //~ UNCAUGHT
    }
}
