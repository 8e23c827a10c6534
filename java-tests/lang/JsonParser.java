//@ run
/** A recursive-descent JSON parser and printer with error positions. */
import java.util.*;

public class JsonParser {
    static class ParseError extends RuntimeException {
        ParseError(String what, int at) {
            super(what + " at " + at);
        }
    }

    final String s;
    int i;

    JsonParser(String s) {
        this.s = s;
    }

    static Object parse(String s) {
        JsonParser p = new JsonParser(s);
        Object v = p.value();
        p.skip();
        if (p.i < s.length()) {
            throw new ParseError("trailing text", p.i);
        }
        return v;
    }

    void skip() {
        while (i < s.length() && Character.isWhitespace(s.charAt(i))) {
            i++;
        }
    }

    boolean eat(char c) {
        skip();
        if (i < s.length() && s.charAt(i) == c) {
            i++;
            return true;
        }
        return false;
    }

    Object value() {
        skip();
        if (i >= s.length()) {
            throw new ParseError("unexpected end", i);
        }
        switch (s.charAt(i)) {
            case '{': {
                i++;
                Map<String, Object> m = new LinkedHashMap<>();
                if (eat('}')) {
                    return m;
                }
                do {
                    Object k = value();
                    if (!(k instanceof String key)) {
                        throw new ParseError("key must be a string", i);
                    }
                    if (!eat(':')) {
                        throw new ParseError("expected ':'", i);
                    }
                    m.put(key, value());
                } while (eat(','));
                if (!eat('}')) {
                    throw new ParseError("expected '}'", i);
                }
                return m;
            }
            case '[': {
                i++;
                List<Object> l = new ArrayList<>();
                if (eat(']')) {
                    return l;
                }
                do {
                    l.add(value());
                } while (eat(','));
                if (!eat(']')) {
                    throw new ParseError("expected ']'", i);
                }
                return l;
            }
            case '"': {
                StringBuilder sb = new StringBuilder();
                for (i++; i < s.length() && s.charAt(i) != '"'; i++) {
                    char c = s.charAt(i);
                    if (c == '\\') {
                        c = s.charAt(++i);
                        switch (c) {
                            case 'n' -> c = '\n';
                            case 't' -> c = '\t';
                            case 'u' -> {
                                c = (char) Integer.parseInt(s.substring(i + 1, i + 5), 16);
                                i += 4;
                            }
                            default -> { }
                        }
                    }
                    sb.append(c);
                }
                if (i++ >= s.length()) {
                    throw new ParseError("unterminated string", i - 1);
                }
                return sb.toString();
            }
            default:
                int start = i;
                while (i < s.length() && "+-.eE0123456789truefalsn".indexOf(s.charAt(i)) >= 0) {
                    i++;
                }
                String w = s.substring(start, i);
                return switch (w) {
                    case "true" -> true;
                    case "false" -> false;
                    case "null" -> null;
                    case "" -> throw new ParseError("unexpected '" + s.charAt(i) + "'", i);
                    default -> w.matches("-?\\d+") ? (Object) Long.valueOf(w) : (Object) Double.valueOf(w);
                };
        }
    }

    public static void main(String[] args) {
        for (String t : new String[] {"{\"a\": [1, 2.5, -3e2], \"b\": {\"c\": null, \"d\": true}}", "[]", " [ [ [ ] ] , {} ] ", "\"es\\\"c\\n\\u0041\"", "12345678901234", "{\"a\" 1}", "[1, 2", "[1,]", "\"open", "tru", "", "{1: 2}", "[1] x", "-"}) {
            try {
                Object v = parse(t);
                System.out.println(v + " " + (v == null ? "null" : v.getClass().getSimpleName()));
            } catch (ParseError | NumberFormatException e) {
                System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        }
    }
}
