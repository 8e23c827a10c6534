package braid;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that a static method answers calls of another method when Braid runs a program with {@code --native-models}. It runs
 * on a virtual machine of its own, in another process, and gets its arguments by value.
 *
 * <pre>{@code
 * @HostModel("com.acme.Codec#crc([B)I")
 * static int crc(byte[] data) { … }
 *
 * @HostModel("com.acme.Codec#encode(Ljava/lang/String;)[B")
 * static byte[] encode(Codec receiver, String text) { … }
 * }</pre>
 *
 * <p>A host model must be a function of its arguments: Braid keeps answers and gives them again in other schedules. What has
 * state, or may answer in more than one way, is a {@link Model}.
 *
 * <p>Primitives, strings, arrays of all that, boxes, constants of enums, records, {@code BigInteger}, {@code BigDecimal} and
 * {@code UUID} go by value, and exceptions come back. What the model writes into arrays that it is given is written by the
 * calling thread. Enums and records of the program must be in the models' jar, too.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface HostModel {
    /**
     * The method that the annotated static method answers for: its class, {@code #}, its name and its descriptor. The static
     * method takes the same parameters, behind the receiver if the other one is no static method, and gives back the same.
     */
    String value();
}
