//@ verdict: verified
//@ flags: --models net -Dbraid.net.hosts=db=10.0.0.7
//@ states: 1

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Literals, this machine, names that are given, and no others. */
public class InetNames {
    public static void main(String[] args) throws Exception {
        assert InetAddress.getByName("127.0.0.1").isLoopbackAddress();
        assert InetAddress.getByName("::1").isLoopbackAddress();
        assert InetAddress.getByName("[::1]").getAddress().length == 16;
        assert InetAddress.getByName("localhost").isLoopbackAddress();
        assert InetAddress.getLoopbackAddress().getHostName().equals("localhost");
        assert InetAddress.getByName("10.1.2.3").toString().equals("/10.1.2.3");
        assert InetAddress.getByName("10.1.2.3").getHostAddress().equals("10.1.2.3");
        assert InetAddress.getLocalHost() != null;
        if (braid.Braid.isChecked()) {
            assert InetAddress.getByName("db").getHostAddress().equals("10.0.0.7");
            assert InetAddress.getByAddress(new byte[] {10, 0, 0, 7}).getHostName().equals("db");
        }
        try {
            InetAddress.getByName("no.such.host.invalid");
            throw new AssertionError("there is no such host");
        } catch (UnknownHostException e) {
            assert e.getMessage().startsWith("no.such.host.invalid");
        }
        assert new InetSocketAddress("no.such.host.invalid", 1).isUnresolved();
    }
}
