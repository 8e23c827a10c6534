//@ run
//@ exit: 1
/** A class-initialization failure as the last word of main, with its full trace on standard error. */
public class MainThrowsError {
    static class Config {
        static final int SIZE = Integer.parseInt(System.getProperty("size.not.set", "many"));
    }

    public static void main(String[] args) {
        System.out.println("starting");
        System.out.println(Config.SIZE);
    }
}
