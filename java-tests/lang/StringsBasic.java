//@ run
/** Everyday String methods. */
public class StringsBasic {
    public static void main(String[] args) {
        String s = "Hello, World";
        System.out.println(s.length() + " " + s.charAt(4) + " " + s.indexOf("o") + " " + s.lastIndexOf('o') + " " + s.indexOf("zz"));
        System.out.println(s.substring(7) + "|" + s.substring(0, 5) + "|" + s.toUpperCase() + "|" + s.toLowerCase());
        System.out.println(s.replace('l', 'L') + " " + s.replace("World", "There") + " " + s.contains("lo,") + " " + s.startsWith("Hell") + s.endsWith("x"));
        System.out.println("  trim me ".trim() + "|" + " \t strip ".strip() + "|" + " x ".stripLeading() + "|" + " x ".stripTrailing() + "|");
        System.out.println("a,b,,c,,".split(",").length + " " + String.join("-", "a,b,,c,,".split(",")) + " " + "a,b,,c,,".split(",", -1).length);
        System.out.println("abc".compareTo("abd") + " " + "abc".compareTo("ab") + " " + "ABC".compareToIgnoreCase("abd") + " " + "ABC".equalsIgnoreCase("abc"));
        System.out.println("abc".hashCode() + " " + "".hashCode() + " " + "ab".repeat(3) + " " + "".isEmpty() + " " + "  ".isBlank());
        String a = "con" + "stant", b = "constant";
        String part = "con";
        System.out.println((a == b) + " " + ((part + "stant") == b) + " " + ((part + "stant").intern() == b));
        System.out.println(String.valueOf(3.5) + String.valueOf(true) + String.valueOf('c') + String.valueOf((Object) null) + String.valueOf(new char[] {'x', 'y'}));
        char[] cs = s.toCharArray();
        java.util.Arrays.sort(cs);
        System.out.println(new String(cs).trim() + " " + new String(cs, 2, 3));
        Object n = null;
        System.out.println("null: " + n + " " + 1 + 2L + 3.0f + 4.0 + 'c' + true);
        System.out.println("one\ntwo\r\nthree".lines().toList());
        try {
            s.charAt(99);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println("charAt failed");
        }
        try {
            s.substring(5, 2);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
