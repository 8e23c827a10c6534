//@ run
/** java.util.logging: levels, parents, handlers, filters, formatters, parameters. */
import java.util.*;
import java.util.logging.*;
import java.util.logging.Formatter;

public class LoggingUse {
    public static void main(String[] args) {
        System.setProperty("java.util.logging.SimpleFormatter.format", "%4$s: %5$s [%3$s]%6$s%n");
        Logger log = Logger.getLogger("a.b.c"), parent = Logger.getLogger("a.b");
        log.setUseParentHandlers(false);
        Handler h = new StreamHandler(System.out, new Formatter() {
            @Override
            public String format(LogRecord r) {
                return r.getLevel() + " " + r.getLoggerName() + " " + r.getSourceMethodName() + " " + formatMessage(r) + (r.getThrown() == null ? "" : " " + r.getThrown()) + "\n";
            }
        });
        h.setLevel(Level.ALL);
        log.addHandler(h);
        log.info("information");
        log.fine("not shown");
        log.setLevel(Level.FINE);
        log.fine("shown");
        log.log(Level.WARNING, "two {0} and {1}", new Object[] {"params", 2});
        log.log(Level.SEVERE, "thrown", new IllegalStateException("x"));
        log.fine(() -> "supplied");
        log.finer(() -> {
            throw new AssertionError("not evaluated");
        });
        log.setFilter(r -> !r.getMessage().contains("secret"));
        log.info("a secret");
        log.entering("C", "m");
        h.flush();
        System.out.println(log.getParent() == parent);
        System.out.println(parent.getLevel() + " " + log.isLoggable(Level.FINEST) + " " + Level.parse("CONFIG").intValue() + " " + Level.parse("850") + " " + Logger.getLogger("").getHandlers().length);
        Logger console = Logger.getLogger("console");
        console.warning("to standard error");
        console.log(Level.INFO, "with {0}", "parameter");
        console.fine("hidden");
    }
}
