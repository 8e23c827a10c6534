package braid.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.platform.commons.annotation.Testable;

/**
 * A test that Braid checks under every schedule. The method has no parameters, and starts the threads it is about.
 * {@code @BeforeEach}, {@code @AfterEach} and the like of JUnit Jupiter, and {@code @Before}, {@code @After} and the like
 * of JUnit 4, apply to it.
 *
 * <p>A violation fails the test, and so does a check that ends without a verdict, unless
 * {@link #tolerateInconclusive()} says otherwise. Braid reads the members from the class file, so a constant expression is
 * all they can hold, and {@code braid check --test} goes by the same ones. Configuration parameters of JUnit and system
 * properties of the same names win over them, such as {@code -Dbraid.timeLimit=60}.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Testable
public @interface BraidTest {
    /** Gives up after this many seconds: <em>inconclusive</em>. Zero: no limit. */
    double timeLimit() default 0;

    /** Gives up when the check needs this many megabytes. Zero: three quarters of the free memory. */
    long memoryLimit() default 0;

    /** Gives up after this many states. Zero: no limit. */
    long maxStates() default 0;

    /** Gives up when a path has more than this many steps. Zero: no limit. */
    int maxDepth() default 0;

    /** When timed waits expire. */
    Time time() default Time.DEFAULT;

    /** With {@link Time#AUTO}: what to do about what only goes wrong when a timed wait expires early. */
    Timing timing() default Timing.DEFAULT;

    /** What to do about data races. */
    Races races() default Races.DEFAULT;

    /** The order of the search. */
    Search search() default Search.DEFAULT;

    /** What is taken to commute. */
    Reduction reduction() default Reduction.DEFAULT;

    /** Lets waits and parks end for no reason. */
    boolean spurious() default false;

    /** The verdict that passes the test. */
    Expect expect() default Expect.VERIFIED;

    /** With {@link Expect#VIOLATED}: the kind of violation that passes the test. */
    Kind kind() default Kind.ANY;

    /** Passes the test, too, if the check reaches a limit or meets something that is not modelled. */
    boolean tolerateInconclusive() default false;

    /** The verdict that passes a test. */
    enum Expect {
        /** No schedule violates anything. */
        VERIFIED,
        /** Some schedule does. */
        VIOLATED
    }

    /** Kinds of violations. */
    enum Kind {
        /** Whichever. */
        ANY,
        /** Threads wait for ever. */
        DEADLOCK,
        /** Threads run for ever and get nowhere. */
        LIVELOCK,
        /** An assertion fails. */
        ASSERTION,
        /** A thread ends by an exception. */
        UNCAUGHT,
        /** Two threads access the same place unordered, and one of them writes. */
        RACE
    }

    /** When timed waits expire. */
    enum Time {
        /** As Braid does without being told. */
        DEFAULT,
        /** As {@link #PATIENT}; what is verified then and depends on time, is searched as {@link #FREE}, too. */
        AUTO,
        /** Only when no thread can do more than spin. */
        PATIENT,
        /** At any moment. */
        FREE,
        /** Another name of {@link #PATIENT}. */
        VIRTUAL
    }

    /** What to do about what only goes wrong when a timed wait expires early. */
    enum Timing {
        /** As Braid does without being told: report it beside the verdict. */
        DEFAULT,
        /** Report it on standard output beside the verdict. */
        WARN,
        /** It is a violation. */
        ERROR,
        /** Do not look for it. */
        OFF
    }

    /** What to do about data races. */
    enum Races {
        /** As Braid does without being told: report them beside the verdict. */
        DEFAULT,
        /** Report them on standard output beside the verdict. */
        WARN,
        /** The first one is a violation. */
        ERROR,
        /** Do not look for them. */
        OFF
    }

    /** The order of a search. */
    enum Search {
        /** As Braid does without being told. */
        DEFAULT,
        /** Depth first. */
        DFS,
        /** Breadth first: the shortest counterexample. */
        BFS,
        /** Random walks until a limit is reached: never verifies. */
        RANDOM
    }

    /** What is taken to commute. All give the same verdict. */
    enum Reduction {
        /** As Braid does without being told. */
        DEFAULT,
        /** Transactions. */
        TRANSACTIONS,
        /** Transactions that end at cycles of the search. */
        CYCLE,
        /** Final fields are constants, and every other visible action is a step. */
        LOCAL,
        /** Every visible action is a step. */
        NONE
    }
}
