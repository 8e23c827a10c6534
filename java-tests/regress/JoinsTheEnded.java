//@ verdict: livelock
// The loop leads through a part of the class library that runs atomically, as the thread has ended: it is a loop all the same.
public class JoinsTheEnded {
    public static void main(String[] args) throws InterruptedException {
        Thread ended = new Thread(() -> { });
        ended.start();
        ended.join();
        while (true) {
            ended.join(5); //~ LIVELOCK
        }
    }
}
