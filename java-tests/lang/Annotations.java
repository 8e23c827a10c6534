//@ run
/** Annotations through reflection: defaults, arrays, nesting, repetition, inheritance, equality. */
import java.lang.annotation.*;
import java.util.*;

public class Annotations {
    enum Level { LOW, HIGH }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Inner {
        int value() default 3;
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @interface Info {
        String name();

        int[] numbers() default {1, 2};

        Level level() default Level.LOW;

        Class<?> type() default Object.class;

        Inner inner() default @Inner;
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Repeatable(Tags.class)
    @interface Tag {
        String value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Tags {
        Tag[] value();
    }

    @Retention(RetentionPolicy.CLASS)
    @interface Invisible { }

    @Info(name = "base", level = Level.HIGH, numbers = {})
    @Invisible
    static class Base {
        @Tag("a")
        @Tag("b")
        public int field;

        @Deprecated
        @Tag("single")
        public void method(@Inner(9) String p, int q) { }
    }

    static class Derived extends Base { }

    public static void main(String[] args) throws Exception {
        Info i = Derived.class.getAnnotation(Info.class);
        System.out.println(i.name() + " " + i.numbers().length + " " + i.level() + " " + i.type().getSimpleName() + " " + i.inner().value() + " " + i.annotationType().getSimpleName());
        System.out.println(Derived.class.getDeclaredAnnotations().length + " " + Base.class.getAnnotations().length + " " + Base.class.isAnnotationPresent(Invisible.class));
        var f = Base.class.getField("field");
        System.out.println(f.getAnnotationsByType(Tag.class).length + " " + f.getAnnotation(Tag.class) + " " + f.getAnnotation(Tags.class).value()[1].value());
        var m = Base.class.getMethod("method", String.class, int.class);
        System.out.println(m.isAnnotationPresent(Deprecated.class) + " " + m.getAnnotation(Tag.class).value() + " " + m.getParameterAnnotations()[0].length + m.getParameterAnnotations()[1].length + " " + ((Inner) m.getParameterAnnotations()[0][0]).value());
        System.out.println(i.equals(Base.class.getAnnotation(Info.class)) + " " + (i.hashCode() == Base.class.getAnnotation(Info.class).hashCode()) + " " + i.inner().equals(Info.class.getMethod("inner").getDefaultValue()));
        System.out.println(m.getAnnotation(Tag.class) + " " + i.inner());
        System.out.println(Info.class.isAnnotation() + " " + Info.class.getAnnotation(Retention.class).value() + " " + Arrays.toString((int[]) Info.class.getMethod("numbers").getDefaultValue()));
    }
}
