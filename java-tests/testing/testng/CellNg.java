package testng;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** All public methods are tests. */
@Test
public class CellNg {
    private int cell;
    private boolean full;

    @BeforeMethod
    public void clear() {
        full = false;
        cell = 0;
    }

    private synchronized void put(int value) {
        cell = value;
        full = true;
        notifyAll();
    }

    private synchronized int takeSafely() throws InterruptedException {
        while (!full) {
            wait();
        }
        return cell;
    }

    private int takeHastily() throws InterruptedException {
        if (!full) {
            synchronized (this) {
                wait();
            }
        }
        return cell;
    }

    public void handsOver() throws InterruptedException {
        Thread putter = new Thread(() -> put(7));
        putter.start();
        assertEquals(takeSafely(), 7);
        putter.join();
    }

    public void missesTheSignal() throws InterruptedException {
        Thread putter = new Thread(() -> put(7));
        putter.start();
        assertEquals(takeHastily(), 7);
        putter.join();
    }

    @DataProvider
    public Object[][] numbers() {
        return new Object[][] {{1}};
    }

    @Test(dataProvider = "numbers")
    public void takesParameters(int number) { }
}
