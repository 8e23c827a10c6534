package testng;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** A test with parameters, for one of which it fails under some schedule. */
public class GivenTestNg {
    private int sum;

    @DataProvider
    public Object[][] given() {
        return new Object[][] {{false}, {true}};
    }

    @Test(dataProvider = "given")
    public void adds(boolean waits) throws InterruptedException {
        sum = 0;
        Thread other = new Thread(() -> sum++);
        other.start();
        if (waits) {
            other.join();
        }
        sum++;
        other.join();
        assertEquals(sum, 2);
    }
}
