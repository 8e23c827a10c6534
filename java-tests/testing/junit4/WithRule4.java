package junit4;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

public class WithRule4 {
    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    @Test
    public void test() { }
}
