//@ run
/** Strings beyond Latin-1: compact-string inflation, case mapping, comparison, encoding lengths. */
import java.nio.charset.StandardCharsets;
import java.util.Locale;

public class StringUnicode {
    static String esc(String s) {
        StringBuilder sb = new StringBuilder();
        for (char c : s.toCharArray()) {
            sb.append(c < 127 && c > 31 ? "" + c : String.format("\\u%04x", (int) c));
        }
        return sb.toString();
    }

    public static void main(String[] args) {
        String de = "stra\u00dfe", gr = "\u03a3\u0391\u03a3", tr = "I\u0130i\u0131";
        System.out.println(esc(de.toUpperCase(Locale.ROOT)) + " " + esc(gr.toLowerCase(Locale.ROOT)) + " " + esc(tr.toLowerCase(Locale.ROOT)) + " " + esc(tr.toUpperCase(new Locale("tr"))) + " " + esc("TITLE".toLowerCase(new Locale("tr"))));
        String mix = "abc" + '\u20ac' + "def";
        System.out.println(mix.length() + " " + mix.indexOf('\u20ac') + " " + mix.indexOf("def") + " " + esc(mix.replace('\u20ac', 'E')) + " " + mix.substring(4).equals("def") + " " + mix.substring(4).hashCode());
        System.out.println("\u00e9".compareTo("z") + " " + "\u20ac".compareTo("\u00e9") + " " + "\u00c9".equalsIgnoreCase("\u00e9") + " " + mix.contains("c\u20acd") + " " + mix.lastIndexOf("\u20ac"));
        for (String s : new String[] {"plain", "\u00e9\u00e8", mix, "\uD83D\uDE00", "\uD83D"}) {
            System.out.println(esc(s) + " " + s.getBytes(StandardCharsets.UTF_8).length + " " + s.getBytes(StandardCharsets.ISO_8859_1).length + " " + s.getBytes(StandardCharsets.UTF_16).length + " " + s.getBytes(StandardCharsets.US_ASCII)[0] + " " + s.hashCode());
        }
        byte[] bad = {'a', (byte) 0xc3, 'b', (byte) 0xe2, (byte) 0x82, (byte) 0xff};
        System.out.println(esc(new String(bad, StandardCharsets.UTF_8)) + " " + esc(new String(bad, StandardCharsets.ISO_8859_1)));
        StringBuilder sb = new StringBuilder("latin");
        sb.insert(2, "\u4e2d").append('x').setCharAt(0, '\u3042');
        System.out.println(esc(sb.toString()) + " " + esc(sb.reverse().toString()) + " " + sb.indexOf("\u4e2d"));
        sb.deleteCharAt(sb.indexOf("\u4e2d"));
        System.out.println(esc(sb.toString()));
        System.out.println(esc(" \u2003x\u2003".trim()) + "|" + " \u2003x\u2003".strip() + "|" + "\u3000".isBlank());
        System.out.println("e\u0301".equals("\u00e9") + " " + java.text.Normalizer.normalize("e\u0301", java.text.Normalizer.Form.NFC).equals("\u00e9"));
        System.out.println("a\uD83D\uDE00".chars().count() + " " + "a\uD83D\uDE00".codePoints().count() + " " + "\u00e9".repeat(3).length());
    }
}
