//@ verdict: uncaught MessageNeverMade$Endless
/** An exception that never gets done with its message is told without one. */
public class MessageNeverMade {
    static class Endless extends RuntimeException {
        @Override
        public String getMessage() {
            while (true) { }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            throw new Endless(); //~ UNCAUGHT
        }).start();
    }
}
