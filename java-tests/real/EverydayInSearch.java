//@ verdict: verified
//@ revisions: uuid time bundle services logging
//@[uuid] args: uuid
//@[time] args: time
//@[bundle] args: bundle
//@[services] args: services
//@[logging] args: logging
//@[uuid] states: 3
//@[time] states: 3
//@[bundle] states: 3
//@[services] states: 3
//@[logging] states: 20
// What programs do every day, in the middle of a search: random identifiers, dates with time zones, resource bundles, services, loggers.
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.ServiceLoader;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;

public class EverydayInSearch {
    public static class Texts extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"hello", "Hello"}};
        }
    }

    static volatile boolean flag;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> flag = true);
        other.start();
        other.join();
        switch (args[0]) {
            case "uuid":
                assert UUID.randomUUID().toString().length() == 36;
                break;
            case "time":
                assert LocalDateTime.now().getYear() > 2000;
                assert ZoneId.of("Europe/Vienna").getRules() != null;
                break;
            case "bundle":
                ResourceBundle bundle = ResourceBundle.getBundle("EverydayInSearch$Texts", Locale.ROOT);
                assert bundle.getString("hello").equals("Hello");
                break;
            case "services":
                assert !ServiceLoader.load(Runnable.class).iterator().hasNext();
                break;
            case "logging":
                Logger logger = Logger.getLogger("example");
                logger.log(Level.FINE, "not shown");
                assert logger.getName().equals("example");
                break;
            default:
                throw new IllegalArgumentException(args[0]);
        }
        assert flag;
    }
}
