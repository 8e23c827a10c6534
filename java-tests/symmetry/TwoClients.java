//@ verdict: verified
//@ states: 5
//@ revisions: own given
//@[own] args: own
//@[given] args: given
/**
 * The message queue of Iosif's symmetry paper, section 2: two clients insert messages by priority. Both orders in which they
 * make their messages lead to one state, so there are as many states as if the messages were there before. args: own|given
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
        boolean own = args[0].equals("own");
        Message first = own ? null : new Message(1), second = own ? null : new Message(2);
        Thread a = new Thread(() -> q.send(own ? new Message(1) : first));
        Thread b = new Thread(() -> q.send(own ? new Message(2) : second));
        a.start();
        b.start();
        a.join();
        b.join();
        Message least = q.head.next;
        assert least.priority == 1 && least.next.priority == 2 && least.next.next == null;
    }
}
