//@ run
/** Text blocks, escapes, stripIndent, translateEscapes, indent, transform. */
public class TextBlocks {
    public static void main(String[] args) {
        String html = """
            <html>
              <body>"quoted" and \"""triple\"""</body>
            </html>
            """;
        System.out.print(html);
        String joined = """
            one \
            two\tTab\s
            three   
              indented\
            """;
        System.out.println(joined.replace(' ', '.').replace('\t', '>'));
        System.out.println(html.lines().map(String::length).toList());
        System.out.println("""
            value %d of %s""".formatted(1, "x"));
        System.out.print("a\n  b\nc".indent(2));
        System.out.print("    a\n      b".indent(-3));
        System.out.println("   x\n    y".stripIndent());
        System.out.println("tab\\tnewline\\nquote\\\"oct\\101".translateEscapes());
        System.out.println((String) "abc".transform(s -> s + s.length()));
        System.out.println("""
            """.isEmpty());
        System.out.println("\0\7\77\377".chars().boxed().toList());
        try {
            "\\q".translateEscapes();
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
