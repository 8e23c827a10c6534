package junit4;

import org.junit.runner.RunWith;
import org.junit.runners.Suite;

/** The tests of other classes. */
@RunWith(Suite.class)
@Suite.SuiteClasses(WithRunner4.class)
public class Suite4 { }
