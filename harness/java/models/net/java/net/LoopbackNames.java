package java.net;

import braid.Braid;
import braid.Model;
import java.util.Arrays;
import sun.net.util.IPAddressUtil;

/**
 * Names and addresses without a name service. This machine is {@code localhost}. Property {@code braid.net.hosts} has more names
 * ({@code a=10.0.0.1,b=127.0.0.2}); property {@code braid.net.lookup=choose} lets every look-up of those fail or not. All other
 * names are unknown.
 */
final class LoopbackNames {
    private static final String LOCAL = "localhost";

    private LoopbackNames() { }

    private static InetAddress loopback(String name) {
        return new Inet4Address(name, new byte[] {127, 0, 0, 1});
    }

    @Model("java.net.InetAddress#getLocalHost()Ljava/net/InetAddress;")
    static InetAddress localHost() throws UnknownHostException {
        return loopback(LOCAL);
    }

    @Model("java.net.InetAddress#getLoopbackAddress()Ljava/net/InetAddress;")
    static InetAddress loopbackAddress() {
        return loopback(LOCAL);
    }

    @Model("java.net.InetAddress#getByName(Ljava/lang/String;)Ljava/net/InetAddress;")
    static InetAddress byName(String host) throws UnknownHostException {
        return allByName(host)[0];
    }

    @Model("java.net.InetAddress#getAllByName(Ljava/lang/String;)[Ljava/net/InetAddress;")
    static InetAddress[] allByName(String host) throws UnknownHostException {
        if (host == null || host.isEmpty()) {
            return new InetAddress[] {loopback(LOCAL)};
        }
        byte[] literal = literal(host);
        if (literal != null) {
            return new InetAddress[] {InetAddress.getByAddress(null, literal)};
        }
        if (host.equalsIgnoreCase(LOCAL)) {
            return new InetAddress[] {loopback(host)};
        }
        for (String entry : System.getProperty("braid.net.hosts", "").split(",")) {
            int at = entry.indexOf('=');
            if (at > 0 && entry.substring(0, at).trim().equalsIgnoreCase(host)) {
                byte[] address = literal(entry.substring(at + 1).trim());
                if (address == null) {
                    Braid.refuse("braid.net.hosts: no address: " + entry);
                }
                if ("choose".equals(System.getProperty("braid.net.lookup")) && Braid.choose()) {
                    break;
                }
                return new InetAddress[] {InetAddress.getByAddress(host, address)};
            }
        }
        throw new UnknownHostException(host + ": Name or service not known");
    }

    private static byte[] literal(String host) throws UnknownHostException {
        if (host.charAt(0) == '[' && host.charAt(host.length() - 1) == ']') {
            byte[] address = IPAddressUtil.textToNumericFormatV6(host.substring(1, host.length() - 1));
            if (address == null) {
                throw new UnknownHostException(host + ": invalid IPv6 address");
            }
            return address;
        }
        if (host.indexOf('%') >= 0) {
            Braid.refuse("an address with a zone: " + host);
        }
        byte[] address = IPAddressUtil.textToNumericFormatV4(host);
        return address == null && host.indexOf(':') >= 0 ? IPAddressUtil.textToNumericFormatV6(host) : address;
    }

    @Model("java.net.InetAddress#getHostName()Ljava/lang/String;")
    static String hostName(InetAddress address) {
        String name = address.holder().getHostName();
        return name == null ? canonicalHostName(address) : name;
    }

    @Model("java.net.InetAddress#getCanonicalHostName()Ljava/lang/String;")
    static String canonicalHostName(InetAddress address) {
        if (address.isLoopbackAddress()) {
            return LOCAL;
        }
        for (String entry : System.getProperty("braid.net.hosts", "").split(",")) {
            int at = entry.indexOf('=');
            try {
                if (at > 0 && Arrays.equals(literal(entry.substring(at + 1).trim()), address.getAddress())) {
                    return entry.substring(0, at).trim();
                }
            } catch (UnknownHostException e) {
                continue;
            }
        }
        return address.getHostAddress();
    }

    /** This machine can be reached; another one may or may not answer in time. */
    @Model("java.net.InetAddress#isReachable(Ljava/net/NetworkInterface;II)Z")
    static boolean isReachable(InetAddress address, NetworkInterface through, int hops, int millis) {
        if (hops < 0 || millis < 0) {
            throw new IllegalArgumentException(hops < 0 ? "ttl can't be negative" : "timeout can't be negative");
        }
        return LoopbackNetwork.isLocal(address) || Braid.choose();
    }
}
