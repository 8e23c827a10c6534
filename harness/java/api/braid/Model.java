package braid;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that a static method stands for another method, or a class for another class, when Braid runs a program with
 * {@code --models}. An ordinary virtual machine does not heed it.
 *
 * <pre>{@code
 * @Model("java.util.UUID#randomUUID()Ljava/util/UUID;")
 * static UUID randomUuid() { return new UUID(0, Braid.choose(3)); }
 *
 * @Model("java.util.Random#nextInt(I)I")
 * static int nextInt(Random receiver, int bound) { return Braid.choose(bound); }
 *
 * @Model(type = "com.acme.Device")
 * public class FakeDevice { … }
 * }</pre>
 *
 * <p>Braid executes models as it executes the program: their state is undone and compared like the program's, and other
 * threads run in between unless {@link Braid#await(Action)} or {@link Braid#atomic(Runnable)} is used.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Model {
    /**
     * The method that the annotated static method stands for: its class, {@code #}, its name and its descriptor. The static
     * method takes the same parameters, behind the receiver if the other one is no static method, and gives back the same.
     */
    String value() default "";

    /**
     * The class that the annotated class stands for. Its class file is loaded under the name of the other one, and so are
     * those of its nested classes.
     */
    String type() default "";

    /** Whether the model takes the place of what Braid knows of the method or class itself. */
    boolean replace() default false;
}
