package junit4;

import org.junit.After;
import org.junit.AfterClass;
import org.junit.Before;
import org.junit.Test;

public class BrokenSetUp4 {
    @Before
    public void before() {
        System.out.println("> before");
        throw new RuntimeException("broken set-up");
    }

    @Test
    public void test() {
        System.out.println("> not called");
    }

    @After
    public void after() {
        System.out.println("> after");
        throw new RuntimeException("broken tear-down");
    }

    @AfterClass
    public static void afterClass() {
        System.out.println("> after class");
    }
}
