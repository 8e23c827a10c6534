//@ verdict: inconclusive unsupported: a connection to 192.0.2.1, which is outside of the checked program
//@ flags: --models net

import java.net.Socket;

/** Another machine is no part of the program. */
public class SocketAway {
    public static void main(String[] args) throws Exception {
        new Socket("192.0.2.1", 80);
    }
}
