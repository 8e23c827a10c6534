//@ verdict: uncaught java.net.UnknownHostException
//@ flags: --models net -Dbraid.net.hosts=db=10.0.0.7 -Dbraid.net.lookup=choose

import java.net.InetAddress;

/** A name service is not always there. */
public class InetLookupFails {
    public static void main(String[] args) throws Exception {
        InetAddress.getByName("db"); //~ UNCAUGHT
    }
}
