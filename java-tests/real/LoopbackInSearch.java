//@ verdict: verified
//@ states: 37 on 17, 141 on 25
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.util.Collections;

/** A host with a loopback interface and nothing else is what a program finds when it looks at the network. */
public class LoopbackInSearch {
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { });
        other.start();
        look();
        other.join();
    }

    private static void look() {
        try {
            NetworkInterface loopback = NetworkInterface.getByName("lo");
            assert loopback.isLoopback() && loopback.isUp() && !loopback.isPointToPoint();
            assert NetworkInterface.getByIndex(loopback.getIndex()).equals(loopback);
            assert NetworkInterface.getByName("none") == null;
            InetAddress address = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
            assert Collections.list(loopback.getInetAddresses()).contains(address);
            assert NetworkInterface.getByInetAddress(address).getName().equals("lo");
            assert NetworkInterface.getByInetAddress(InetAddress.getByAddress(new byte[] {10, 9, 8, 7})) == null;
            boolean found = false;
            for (InterfaceAddress bound : loopback.getInterfaceAddresses()) {
                found |= bound.getAddress().equals(address) && bound.getNetworkPrefixLength() == 8;
            }
            assert found;
            assert InetAddress.getByName("localhost").isLoopbackAddress();
            assert address.getHostName().equals("localhost");
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
