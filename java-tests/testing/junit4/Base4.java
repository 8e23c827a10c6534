package junit4;

import static org.junit.Assert.assertTrue;

import org.junit.After;
import org.junit.AfterClass;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Test;

public abstract class Base4 {
    @BeforeClass
    public static void baseBeforeClass() {
        System.out.println("> base before class");
    }

    @AfterClass
    public static void baseAfterClass() {
        System.out.println("> base after class");
    }

    @Before
    public void baseBefore() {
        System.out.println("> base before");
    }

    @After
    public void baseAfter() {
        System.out.println("> base after");
    }

    @Before
    public void overridden() {
        System.out.println("> not called");
    }

    @Test
    public void inherited() {
        System.out.println("> inherited");
        assertTrue(getClass() != Base4.class);
    }
}
