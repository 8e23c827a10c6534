//@ verdict: livelock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** A server that polls for requests is never told to stop. */
public class ServerLoop {
    static volatile int request;
    static volatile int served;

    public static void main(String[] args) {
        new Thread(() -> {
            while (true) {
                if (request != 0) { //~ LIVELOCK
                    served = request;
                    request = 0;
                }
            }
        }).start();
        request = 1;
    }
}
