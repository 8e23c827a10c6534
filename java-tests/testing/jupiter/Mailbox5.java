package jupiter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Mailbox5 {
    volatile String mail;

    @Test
    void waitsForMail() throws InterruptedException {
        CountDownLatch sent = new CountDownLatch(1);
        Thread sender = new Thread(() -> {
            mail = "hello";
            sent.countDown();
        });
        sender.start();
        sent.await();
        assertEquals("hello", mail);
        sender.join();
    }

    @Test
    void doesNotWait() throws InterruptedException {
        Thread sender = new Thread(() -> mail = "hello");
        sender.start();
        assertNotNull(mail, "no mail");
        sender.join();
    }

    @Test
    void failsInAnotherThread() throws InterruptedException {
        AtomicInteger count = new AtomicInteger();
        Thread reader = new Thread(() -> assertEquals(1, count.get()));
        reader.start();
        count.incrementAndGet();
        reader.join();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void takesParameters(int number) { }

    @RepeatedTest(3)
    void isRepeated() { }
}
