//@ verdict: verified
//@ flags: --races error
//@ revisions: none transactions bytecode
//@[none] flags: --reduction none --canon full
//@[bytecode] flags: --juc bytecode
//@ states: 5
/** A mutable object handed over by a blocking queue. */
import java.util.concurrent.*;

public class HandOffQueue {
    static class Message {
        int body;
    }

    public static void main(String[] args) throws Exception {
        BlockingQueue<Message> q = new ArrayBlockingQueue<>(1);
        new Thread(() -> {
            Message m = new Message();
            m.body = 42;
            q.add(m);
        }).start();
        Message m = q.take();
        m.body++;
        assert m.body == 43;
    }
}
