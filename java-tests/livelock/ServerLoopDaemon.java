//@ verdict: verified
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
//@ states: 8
/** The same server as a daemon does not keep the program alive. */
public class ServerLoopDaemon {
    static volatile int request;
    static volatile int served;

    public static void main(String[] args) {
        Thread server = new Thread(() -> {
            while (true) {
                if (request != 0) {
                    served = request;
                    request = 0;
                }
            }
        });
        server.setDaemon(true);
        server.start();
        request = 1;
    }
}
