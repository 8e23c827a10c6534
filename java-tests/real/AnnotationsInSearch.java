//@ verdict: assertion
// Annotations read by reflection while schedules are explored.
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

public class AnnotationsInSearch {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Limit {
        int value();
        String unit() default "s";
    }

    @Limit(3)
    static class Limited {
    }

    static volatile int seen;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> seen = 1);
        other.start();
        Limit limit = Limited.class.getAnnotation(Limit.class);
        assert limit.value() == 3 && limit.unit().equals("s");
        int now = seen;
        other.join();
        assert now == 1; //~ ASSERTION
    }
}
