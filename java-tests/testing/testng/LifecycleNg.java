package testng;

import static org.testng.Assert.assertEquals;

import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.BeforeSuite;
import org.testng.annotations.Test;

public class LifecycleNg {
    private int tests;

    public LifecycleNg() {
        System.out.println("> new");
    }

    @BeforeSuite
    public void beforeSuite() {
        System.out.println("> before suite");
    }

    @BeforeClass
    public void beforeClass() {
        System.out.println("> before class");
    }

    @AfterClass
    public void afterClass() {
        System.out.println("> after class " + tests);
    }

    @BeforeMethod
    public void before() {
        System.out.println("> before " + tests++);
    }

    @AfterMethod
    public void after() {
        System.out.println("> after " + tests);
    }

    @Test(priority = 1)
    public void a() {
        System.out.println("> a");
        assertEquals(tests, 4);
    }

    @Test
    public void b() {
        System.out.println("> b");
        assertEquals(tests, -1, "never");
    }

    @Test(expectedExceptions = {IllegalStateException.class, ArithmeticException.class})
    public void c() {
        System.out.println("> c " + 1 / (tests - tests));
    }

    @Test
    public void d() {
        System.out.println("> d");
        throw new SkipException("not today");
    }

    @Test(enabled = false)
    public void off() {
        System.out.println("> not called");
    }
}
