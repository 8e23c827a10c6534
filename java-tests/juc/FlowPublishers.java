//@ run
/** java.util.concurrent.Flow with SubmissionPublisher: back-pressure one item at a time, errors, completion. */
import java.util.*;
import java.util.concurrent.*;

public class FlowPublishers {
    static class Collecting implements Flow.Subscriber<Integer> {
        final List<Object> got = new ArrayList<>();
        final CountDownLatch end = new CountDownLatch(1);
        Flow.Subscription s;

        public void onSubscribe(Flow.Subscription s) {
            this.s = s;
            got.add("sub");
            s.request(1);
        }

        public void onNext(Integer i) {
            got.add(i);
            s.request(1);
        }

        public void onError(Throwable t) {
            got.add(t.getMessage());
            end.countDown();
        }

        public void onComplete() {
            got.add("done");
            end.countDown();
        }
    }

    public static void main(String[] args) throws Exception {
        Collecting a = new Collecting(), b = new Collecting();
        try (SubmissionPublisher<Integer> p = new SubmissionPublisher<>()) {
            p.subscribe(a);
            p.subscribe(b);
            for (int i = 0; i < 8; i++) {
                p.submit(i * i);
            }
            System.out.println(p.getNumberOfSubscribers() + " " + p.hasSubscribers());
        }
        a.end.await();
        b.end.await();
        System.out.println(a.got);
        System.out.println(b.got);
        Collecting c = new Collecting();
        SubmissionPublisher<Integer> q = new SubmissionPublisher<>(Runnable::run, 4);
        q.subscribe(c);
        q.submit(1);
        q.closeExceptionally(new RuntimeException("broken"));
        c.end.await();
        System.out.println(c.got + " " + q.isClosed());
        CompletableFuture<Void> consumed;
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        try (SubmissionPublisher<Integer> r = new SubmissionPublisher<>()) {
            consumed = r.consume(seen::add);
            for (int i = 0; i < 5; i++) {
                r.submit(i);
            }
        }
        consumed.join();
        System.out.println(seen);
    }
}
