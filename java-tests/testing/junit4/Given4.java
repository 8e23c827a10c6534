package junit4;

import static org.junit.Assert.assertEquals;

import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

/** A class with parameters, for one of which a test fails under some schedule. */
@RunWith(Parameterized.class)
public class Given4 {
    @Parameterized.Parameters
    public static Object[] given() {
        return new Object[] {true, false};
    }

    private final boolean waits;
    private int sum;

    public Given4(boolean waits) {
        this.waits = waits;
    }

    @Test
    public void adds() throws InterruptedException {
        Thread other = new Thread(() -> sum++);
        other.start();
        if (waits) {
            other.join();
        }
        sum++;
        other.join();
        assertEquals(2, sum);
    }
}
