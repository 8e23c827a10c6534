//@ run
/** Actors with mailboxes on one thread each, replying through futures. */
import java.util.*;
import java.util.concurrent.*;

public class ActorModel {
    sealed interface Msg permits Deposit, Query, Stop { }

    record Deposit(int amount) implements Msg { }

    record Query(CompletableFuture<Integer> reply) implements Msg { }

    record Stop() implements Msg { }

    static class Account implements Runnable {
        final BlockingQueue<Msg> mailbox = new LinkedBlockingQueue<>();
        private int balance;

        @Override
        public void run() {
            try {
                while (true) {
                    Msg m = mailbox.take();
                    if (m instanceof Deposit d) {
                        balance += d.amount();
                    } else if (m instanceof Query q) {
                        q.reply().complete(balance);
                    } else {
                        return;
                    }
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        int ask() {
            CompletableFuture<Integer> f = new CompletableFuture<>();
            mailbox.add(new Query(f));
            return f.join();
        }
    }

    public static void main(String[] args) throws Exception {
        Account a = new Account();
        Thread actor = new Thread(a, "account");
        actor.start();
        Thread[] clients = new Thread[3];
        for (int i = 0; i < 3; i++) {
            int id = i + 1;
            clients[i] = new Thread(() -> {
                for (int j = 0; j < 10; j++) {
                    a.mailbox.add(new Deposit(id));
                }
            });
            clients[i].start();
        }
        for (Thread t : clients) {
            t.join();
        }
        System.out.println(a.ask());
        a.mailbox.add(new Deposit(-60));
        System.out.println(a.ask());
        a.mailbox.add(new Stop());
        actor.join();
        System.out.println(actor.getState() + " " + a.mailbox.size());
    }
}
