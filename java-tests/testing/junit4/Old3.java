package junit4;

import junit.framework.TestCase;

/** A test case of JUnit 3. */
public class Old3 extends TestCase {
    private int sum;

    @Override
    protected void setUp() {
        sum = 1;
    }

    public void testGuarded() throws InterruptedException {
        Thread other = new Thread(this::add);
        other.start();
        add();
        other.join();
        assertEquals(3, sum);
        System.out.println("> guarded");
    }

    public void testUnguarded() throws InterruptedException {
        Thread other = new Thread(() -> sum++);
        other.start();
        sum++;
        other.join();
        assertEquals(3, sum);
        System.out.println("> unguarded");
    }

    private synchronized void add() {
        sum++;
    }
}
