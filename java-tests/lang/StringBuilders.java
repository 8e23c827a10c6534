//@ run
/** StringBuilder and StringBuffer operations. */
public class StringBuilders {
    public static void main(String[] args) {
        StringBuilder sb = new StringBuilder();
        sb.append(1).append('c').append("str").append(2.5).append(3.5f).append(10L).append(true).append((String) null).append(new char[] {'[', ']'});
        System.out.println(sb);
        sb.insert(0, "start-").reverse();
        System.out.println(sb);
        sb.setLength(5);
        System.out.println(sb + " " + sb.length());
        sb.setCharAt(0, 'Z');
        sb.deleteCharAt(1).delete(1, 2).replace(0, 1, "repl");
        System.out.println(sb + " " + sb.indexOf("l") + " " + sb.charAt(2));
        StringBuilder many = new StringBuilder(2);
        for (int i = 0; i < 200; i++) {
            many.append(i % 10);
        }
        System.out.println(many.length() + " " + many.substring(190));
        StringBuffer buf = new StringBuffer("buffer");
        buf.append(" appended").insert(6, '!');
        System.out.println(buf);
        StringBuilder wide = new StringBuilder("abc");
        wide.append('\u20ac').appendCodePoint(0x1F600);
        System.out.println(wide.length() + " " + wide.codePointCount(0, wide.length()) + " " + (int) wide.charAt(3));
        System.out.println(new StringBuilder("abc").compareTo(new StringBuilder("abd")));
        try {
            sb.deleteCharAt(100);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            sb.insert(-1, "x");
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
