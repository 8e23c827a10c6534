//@ verdict: verified
//@ states: 89
import java.text.SimpleDateFormat;
import java.util.Locale;
import java.util.logging.Logger;

/** Files are read before there are threads, which makes the class library start one that has nothing to do. */
public class ReadsBefore {
    static final Logger LOGGER = Logger.getLogger("reads");
    static final SimpleDateFormat FORMAT = new SimpleDateFormat("yyyy", Locale.ROOT);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> LOGGER.fine("other"));
        other.start();
        FORMAT.setLenient(true);
        other.join();
    }
}
