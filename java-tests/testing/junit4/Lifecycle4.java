package junit4;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.fail;
import static org.junit.Assume.assumeTrue;

import java.util.NoSuchElementException;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Ignore;
import org.junit.Test;

public class Lifecycle4 extends Base4 {
    private int tests;

    public Lifecycle4() {
        System.out.println("> new");
    }

    @BeforeClass
    public static void beforeClass() {
        System.out.println("> before class");
    }

    @AfterClass
    public static void afterClass() {
        System.out.println("> after class");
    }

    @Before
    public void before() {
        System.out.println("> before " + tests++);
    }

    @Before
    public void anotherBefore() {
        System.out.println("> another before");
    }

    @Override
    public void overridden() {
        System.out.println("> overridden");
    }

    @After
    public void after() {
        System.out.println("> after " + tests);
    }

    @Test
    public void passes() {
        System.out.println("> passes");
        assertEquals(1, tests);
    }

    @Test
    public void fails() {
        System.out.println("> fails");
        assertEquals("two words", "two worlds");
    }

    @Test
    public void throwsException() {
        System.out.println("> throws");
        throw new IllegalStateException("thrown by a test");
    }

    @Test(expected = NoSuchElementException.class)
    public void throwsExpected() {
        System.out.println("> throws expected");
        java.util.List.of().iterator().next();
    }

    @Test(expected = NoSuchElementException.class)
    public void throwsNothing() {
        System.out.println("> throws nothing");
    }

    @Test(timeout = 10_000)
    public void hasTime() {
        System.out.println("> has time");
    }

    @Test
    public void isAbandoned() {
        System.out.println("> is abandoned");
        assumeTrue("no such machine", false);
    }

    @Ignore
    @Test
    public void isIgnored() {
        fail("must not run");
    }
}
