//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/**
 * The message queue of Iosif's symmetry paper, section 2: two clients insert messages by priority; both orders of
 * creation lead to one state.
 */
public class TwoClients {
    static class Message {
        final int priority;
        Message next;

        Message(int priority) {
            this.priority = priority;
        }
    }

    static class MessageQueue {
        final Message head = new Message(0);

        synchronized void send(Message m) {
            Message p = head;
            while (p.next != null && p.next.priority < m.priority) {
                p = p.next;
            }
            m.next = p.next;
            p.next = m;
        }
    }

    public static void main(String[] args) throws Exception {
        MessageQueue q = new MessageQueue();
        Thread a = new Thread(() -> q.send(new Message(1))), b = new Thread(() -> q.send(new Message(2)));
        a.start();
        b.start();
        a.join();
        b.join();
        Message first = q.head.next;
        assert first.priority == 1 && first.next.priority == 2 && first.next.next == null;
    }
}
