//@ verdict: verified
//@ outcomes: 1with2 2with1
//@ states: 9 on 17, 858 on 25
// An initializer of a library class reads a system property that another thread sets: it may come before or after that.
public class PropertyReadLate {
    static volatile int beside;

    public static void main(String[] args) throws Exception {
        Thread setter = new Thread(() -> {
            beside = 1;
            System.setProperty("java.util.Arrays.useLegacyMergeSort", "true");
        });
        setter.start();
        String order = "";
        try {
            java.util.Arrays.sort(new Object[] {new Backwards(1), new Backwards(2)});
        } catch (IllegalStateException compared) {
            order = compared.getMessage();
        }
        setter.join();
        Outcome.is(order, args);
    }

    record Backwards(int value) implements Comparable<Backwards> {
        @Override
        public int compareTo(Backwards other) {
            throw new IllegalStateException(value + "with" + other.value);
        }
    }
}
