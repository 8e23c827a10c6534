//@ run
/** Regular expressions: groups, quantifiers, look-around, flags, split and replace. */
import java.util.*;
import java.util.regex.*;
import java.util.stream.*;

public class RegexBasics {
    public static void main(String[] args) {
        Matcher m = Pattern.compile("(\\w+)@(?<host>[\\w.]+)").matcher("write to bob@example.com or al@test.org now");
        while (m.find()) {
            System.out.println(m.group() + " " + m.group(1) + " " + m.group("host") + " " + m.start() + "-" + m.end(2) + " " + m.groupCount());
        }
        System.out.println("a1b22c333".replaceAll("\\d+", "#") + " " + "a1b22".replaceFirst("(\\d)", "<$1>") + " " + "x.y.z".split("\\.").length + " " + Arrays.toString("a1b2c3".split("(?<=\\d)")) + Arrays.toString("".split(",")));
        for (String[] t : new String[][] {{"a*b", "aaab"}, {"a+?b", "b"}, {"(a|b)*c", "ababc"}, {"[^a-c]{2,3}", "xyz"}, {"^\\s*$", "  "}, {"(\\w)\\1", "oo"}, {"(?i)HeLLo", "hello"}, {"x(?=y).", "xy"}, {"(?<!a)b", "b"}, {"\\p{Upper}\\p{L}+", "Word"}, {"a{3}", "aa"}, {"(?:ab)++c", "ababc"}, {"[a-z&&[^m]]", "m"}, {"\\bfoo\\b", "foo"}, {".*+a", "aaa"}, {"\\Qa.b\\E", "a.b"}}) {
            System.out.println(t[0] + " " + t[1] + " " + t[1].matches(t[0]));
        }
        System.out.println(Pattern.compile("^(.*)$", Pattern.MULTILINE).matcher("one\ntwo").results().map(MatchResult::group).collect(Collectors.toList()));
        System.out.println(Pattern.compile("\\d").matcher("a1b2").replaceAll(r -> "" + (Integer.parseInt(r.group()) + 1)));
        Matcher k = Pattern.compile("a(b)?").matcher("a");
        System.out.println(k.matches() + " " + k.group(1) + " " + k.start(1) + " " + Pattern.compile("b").matcher("abab").lookingAt() + " " + Pattern.compile("a.c", Pattern.DOTALL).matcher("a\nc").matches());
        StringBuilder sb = new StringBuilder();
        Matcher r = Pattern.compile("cat").matcher("one cat two cats");
        while (r.find()) {
            r.appendReplacement(sb, "dog");
        }
        System.out.println(r.appendTail(sb) + " " + Matcher.quoteReplacement("$1\\") + " " + Pattern.quote("a*b"));
        System.out.println(Pattern.compile(",").splitAsStream("p,q,,r").toList() + " " + Stream.of("x1", "y", "z2").filter(Pattern.compile("\\d").asPredicate()).toList());
        for (String bad : new String[] {"(a", "[a", "a{2,1}", "*a", "\\", "(?<n>a)(?<n>b)", "a)"}) {
            try {
                Pattern.compile(bad);
                System.out.println("compiled");
            } catch (PatternSyntaxException e) {
                System.out.println(e.getDescription() + " " + e.getIndex() + " " + e.getPattern());
            }
        }
        try {
            m.group();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            Matcher z = Pattern.compile("a").matcher("a");
            z.find();
            z.group(1);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
