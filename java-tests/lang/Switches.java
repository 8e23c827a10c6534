//@ run
/** Dense, sparse, string, enum and arrow switches; fall-through; yield. */
public class Switches {
    enum Color { RED, GREEN, BLUE }

    static String dense(int i) {
        String s = "";
        switch (i) {
            case 0:
                s += "zero ";
            case 1:
                s += "one ";
                break;
            case 2:
                s += "two ";
            default:
                s += "default ";
            case 5:
                s += "five ";
        }
        return s;
    }

    static int sparse(int i) {
        switch (i) {
            case Integer.MIN_VALUE: return 1;
            case -1000: return 2;
            case 0: return 3;
            case 100000: return 4;
            case Integer.MAX_VALUE: return 5;
            default: return -1;
        }
    }

    static int str(String s) {
        switch (s) {
            case "Aa": return 1;
            case "BB": return 2;
            case "": return 3;
            case "other": return 4;
            default: return 0;
        }
    }

    static String arrow(Color c) {
        return switch (c) {
            case RED -> "r";
            case GREEN -> {
                String t = "g";
                yield t + t;
            }
            case BLUE -> "b";
        };
    }

    public static void main(String[] args) {
        for (int i = -1; i < 7; i++) {
            System.out.println(i + ": " + dense(i));
        }
        for (int i : new int[] {Integer.MIN_VALUE, -1000, 0, 1, 100000, Integer.MAX_VALUE}) {
            System.out.println(sparse(i));
        }
        for (String s : new String[] {"Aa", "BB", "C#", "", "other", "nope"}) {
            System.out.println(s + " " + str(s));
        }
        for (Color c : Color.values()) {
            System.out.println(c + " " + arrow(c));
        }
        char ch = 'x';
        System.out.println(switch (ch) { case 'a', 'e' -> "vowel"; case 'x' -> "ex"; default -> "?"; });
        try {
            str(null);
        } catch (NullPointerException e) {
            System.out.println("null string");
        }
        try {
            arrow(null);
        } catch (NullPointerException e) {
            System.out.println("null enum");
        }
    }
}
