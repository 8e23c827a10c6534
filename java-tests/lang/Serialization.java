//@ run
/** Object serialization: graphs, transient fields, hooks, Externalizable, records, enums, refusals. */
import java.io.*;
import java.util.*;

public class Serialization {
    enum Kind { A, B }

    record Rec(int x, String s) implements Serializable { }

    static class Base {
        int notSerialized = 7;

        Base() {
            notSerialized = 8;
        }
    }

    static class Node extends Base implements Serializable {
        private static final long serialVersionUID = 1;
        final String name;
        Node next;
        transient int cache = 5;
        Kind kind = Kind.B;
        int[] data = {1, 2, 3};
        Map<String, Object> map = new TreeMap<>();

        Node(String name) {
            this.name = name;
            notSerialized = 100;
        }
    }

    static class Hooks implements Serializable {
        int a = 1;
        transient int derived = 2;

        private void writeObject(ObjectOutputStream o) throws IOException {
            o.defaultWriteObject();
            o.writeUTF("extra");
        }

        private void readObject(ObjectInputStream i) throws IOException, ClassNotFoundException {
            i.defaultReadObject();
            derived = a * 10 + i.readUTF().length();
        }
    }

    static class Single implements Serializable {
        static final Single INSTANCE = new Single();

        private Object readResolve() {
            return INSTANCE;
        }
    }

    public static class Ext implements Externalizable {
        int v;

        public Ext() {
            System.out.println("Ext()");
        }

        public void writeExternal(ObjectOutput o) throws IOException {
            o.writeInt(v * 2);
        }

        public void readExternal(ObjectInput i) throws IOException {
            v = i.readInt();
        }
    }

    static byte[] write(Object o) throws IOException {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(b)) {
            out.writeObject(o);
        }
        return b.toByteArray();
    }

    @SuppressWarnings("unchecked")
    static <T> T copy(T t) throws Exception {
        return (T) new ObjectInputStream(new ByteArrayInputStream(write(t))).readObject();
    }

    public static void main(String[] args) throws Exception {
        Node n = new Node("first");
        n.next = new Node("second");
        n.next.next = n;
        n.map.put("self", "x");
        n.map.put("list", new ArrayList<>(List.of(1, 2)));
        Node c = copy(n);
        System.out.println(c.name + " " + c.next.name + " " + (c.next.next == c) + " " + c.cache + " " + (c.kind == Kind.B) + " " + Arrays.toString(c.data) + " " + c.map + " " + c.notSerialized);
        Hooks h = copy(new Hooks());
        System.out.println(h.a + " " + h.derived + " " + (copy(Single.INSTANCE) == Single.INSTANCE) + " " + copy(new Rec(3, "r")));
        Ext e = new Ext();
        e.v = 21;
        System.out.println(copy(e).v);
        System.out.println(copy(new HashMap<>(Map.of("k", 1))) + " " + copy(new ArrayDeque<>(List.of(1, 2))) + " " + copy(new Date(0).getTime()) + " " + copy(new int[][] {{1}, {2}})[1][0] + " " + copy(new StringBuilder("sb")) + " " + copy(List.of("im", "mutable")) + " " + copy(EnumSet.of(Kind.A)));
        try {
            write(new Object());
        } catch (NotSerializableException x) {
            System.out.println(x.getMessage());
        }
        byte[] bytes = write("text");
        System.out.println(bytes.length + " " + HexFormat.of().formatHex(bytes));
        bytes[0] = 0;
        try {
            new ObjectInputStream(new ByteArrayInputStream(bytes));
        } catch (StreamCorruptedException x) {
            System.out.println(x.getMessage());
        }
        System.out.println(ObjectStreamClass.lookup(Node.class).getSerialVersionUID() + " " + ObjectStreamClass.lookup(Node.class).getFields().length + " " + ObjectStreamClass.lookup(Object.class));
        @SuppressWarnings("unchecked")
        Runnable lambda = copy((Runnable & Serializable) () -> System.out.println("lambda came back"));
        lambda.run();
    }
}
