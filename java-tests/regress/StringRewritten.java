//@ verdict: assertion
// Unsafe gives a string other characters while another thread reads it.
import java.lang.reflect.Field;
import sun.misc.Unsafe;

public class StringRewritten {
    @SuppressWarnings({"deprecation", "removal"})
    public static void main(String[] args) throws Exception {
        Field theUnsafe = Unsafe.class.getDeclaredField("theUnsafe");
        theUnsafe.setAccessible(true);
        Unsafe unsafe = (Unsafe) theUnsafe.get(null);
        long offset = unsafe.objectFieldOffset(String.class.getDeclaredField("value"));
        String text = new String("ab");
        Object other = unsafe.getObject(new String("cd"), offset);
        new Thread(() -> unsafe.putObject(text, offset, other)).start();
        char first = text.charAt(0);
        char second = text.charAt(0);
        assert first == second; //~ ASSERTION
    }
}
