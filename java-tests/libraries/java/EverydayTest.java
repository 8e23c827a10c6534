import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.truth.Truth;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.concurrent.DefaultEventExecutor;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.Awaitility;
import org.easymock.EasyMock;
import org.junit.jupiter.api.Test;
import org.mockito.MockedStatic;
import org.mockito.Mockito;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** Tests that use a library beside a second thread. The names of the methods are those of the libraries. */
class EverydayTest {
    interface Counter {
        int count();
    }

    static class Half {
        final int fixed() {
            return 1;
        }

        int open() {
            return 1;
        }
    }

    static final class Closed {
        int count() {
            return 1;
        }
    }

    @Configuration
    static class Beans {
        @Bean
        Counter counter() {
            return () -> 5;
        }
    }

    private static Thread started(Runnable action) {
        Thread thread = new Thread(action);
        thread.start();
        return thread;
    }

    @Test
    void awaitility() {
        AtomicInteger done = new AtomicInteger();
        started(() -> done.set(1));
        Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> done.get() == 1);
    }

    @Test
    void truth() throws InterruptedException {
        AtomicInteger done = new AtomicInteger();
        started(() -> done.set(1)).join();
        Truth.assertThat(done.get()).isEqualTo(1);
    }

    @Test
    void truthTooEarly() {
        AtomicInteger done = new AtomicInteger();
        started(() -> done.set(1));
        Truth.assertThat(done.get()).isEqualTo(1);
    }

    @Test
    void assertj() throws InterruptedException {
        AtomicInteger done = new AtomicInteger();
        started(() -> done.set(1)).join();
        SoftAssertions softly = new SoftAssertions();
        softly.assertThat(done.get()).isPositive();
        softly.assertThat(done.get()).isOne();
        softly.assertAll();
    }

    @Test
    void easymock() throws InterruptedException {
        Counter counter = EasyMock.mock(Counter.class);
        EasyMock.expect(counter.count()).andReturn(3).anyTimes();
        EasyMock.replay(counter);
        Thread thread = started(counter::count);
        assertEquals(3, counter.count());
        thread.join();
        EasyMock.verify(counter);
    }

    @Test
    void easymockOfClass() {
        ArrayBlockingQueue<?> queue = EasyMock.mock(ArrayBlockingQueue.class);
        EasyMock.expect(queue.size()).andReturn(3);
        EasyMock.replay(queue);
        assertEquals(3, queue.size());
    }

    @Test
    void mockito() throws InterruptedException {
        Counter counter = Mockito.mock(Counter.class);
        Mockito.when(counter.count()).thenReturn(2);
        started(counter::count).join();
        Mockito.verify(counter).count();
    }

    @Test
    void mockitoOfFinalClass() {
        Closed closed = Mockito.mock(Closed.class);
        Mockito.when(closed.count()).thenReturn(2);
        assertEquals(2, closed.count());
    }

    @Test
    void mockitoOfFinalMethod() {
        Half half = Mockito.mock(Half.class);
        Mockito.when(half.fixed()).thenReturn(2);
        assertEquals(2, half.fixed());
    }

    @Test
    void mockitoOfStaticMethod() {
        try (MockedStatic<LoggerFactory> mocked = Mockito.mockStatic(LoggerFactory.class)) {
            assertNull(LoggerFactory.getILoggerFactory());
        }
    }

    @Test
    void logback() throws InterruptedException {
        Logger log = LoggerFactory.getLogger(EverydayTest.class);
        Thread thread = started(() -> log.info("in a thread"));
        log.info("hello {}", 1);
        thread.join();
    }

    @Test
    void nettyPromise() throws Exception {
        DefaultEventExecutor executor = new DefaultEventExecutor();
        assertEquals(4, executor.submit(() -> 4).get());
        executor.shutdownGracefully();
    }

    @Test
    void nettyBuffer() throws InterruptedException {
        ByteBuf buffer = Unpooled.buffer(16);
        buffer.writeInt(4);
        Thread thread = started(() -> buffer.retain().release());
        assertEquals(4, buffer.readInt());
        thread.join();
        assertTrue(buffer.release());
    }

    @Test
    void spring() throws InterruptedException {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(Beans.class)) {
            Counter counter = context.getBean(Counter.class);
            started(counter::count).join();
            assertEquals(5, counter.count());
        }
    }

    @Test
    void springExecutor() throws Exception {
        ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
        executor.setCorePoolSize(1);
        executor.initialize();
        assertEquals(5, executor.submit(() -> 5).get());
        executor.shutdown();
    }
}
