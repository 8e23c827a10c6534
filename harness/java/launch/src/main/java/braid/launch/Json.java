package braid.launch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A JSON value (RFC 8259). A reader of its own, so that a test's class path gains no library that could be there in
 * another version.
 *
 * <p>What is absent or of another type reads as null, an empty list or the like: a report of this version has its fields.
 */
public final class Json {
    private static final int MAX_DEPTH = 200;

    private final Object value;

    private Json(Object value) {
        this.value = value;
    }

    /** Reads a text. */
    public static Json parse(String text) {
        Reader reader = new Reader(text);
        Object value = reader.value(0);
        reader.end();
        return new Json(value);
    }

    /** A member of an object, else null's value. */
    public Json get(String name) {
        return new Json(value instanceof Map<?, ?> members ? members.get(name) : null);
    }

    /** The elements of an array, else none. */
    public List<Json> list() {
        if (!(value instanceof List<?> elements)) {
            return List.of();
        }
        List<Json> list = new ArrayList<>(elements.size());
        for (Object element : elements) {
            list.add(new Json(element));
        }
        return Collections.unmodifiableList(list);
    }

    /** A string, else null. */
    public String text() {
        return value instanceof String text ? text : null;
    }

    /** A string, else {@code other}. */
    public String text(String other) {
        return value instanceof String text ? text : other;
    }

    /** A number, else {@code other}. */
    public int integer(int other) {
        return value instanceof Double number ? number.intValue() : other;
    }

    /** A number, else zero. */
    public double number() {
        return value instanceof Double number ? number : 0;
    }

    /** True and nothing else. */
    public boolean isTrue() {
        return Boolean.TRUE.equals(value);
    }

    /** Null, or absent. */
    public boolean isNull() {
        return value == null;
    }

    private static final class Reader {
        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        Object value(int depth) {
            if (depth > MAX_DEPTH) {
                throw wrong("nested too deeply");
            }
            switch (peek()) {
                case '{':
                    return object(depth);
                case '[':
                    return array(depth);
                case '"':
                    return string();
                case 't':
                    return word("true", Boolean.TRUE);
                case 'f':
                    return word("false", Boolean.FALSE);
                case 'n':
                    return word("null", null);
                default:
                    return number();
            }
        }

        void end() {
            space();
            if (at < text.length()) {
                throw wrong("something follows the value");
            }
        }

        private Map<String, Object> object(int depth) {
            Map<String, Object> members = new LinkedHashMap<>();
            at++;
            if (peek() == '}') {
                at++;
                return members;
            }
            while (true) {
                if (peek() != '"') {
                    throw wrong("a name is expected");
                }
                String name = string();
                expect(':');
                members.put(name, value(depth + 1));
                if (peek() == '}') {
                    at++;
                    return members;
                }
                expect(',');
            }
        }

        private List<Object> array(int depth) {
            List<Object> elements = new ArrayList<>();
            at++;
            if (peek() == ']') {
                at++;
                return elements;
            }
            while (true) {
                elements.add(value(depth + 1));
                if (peek() == ']') {
                    at++;
                    return elements;
                }
                expect(',');
            }
        }

        private String string() {
            StringBuilder string = new StringBuilder();
            at++;
            while (true) {
                char c = next();
                if (c == '"') {
                    return string.toString();
                }
                string.append(c == '\\' ? escaped() : c);
            }
        }

        private char escaped() {
            char c = next();
            switch (c) {
                case '"':
                case '\\':
                case '/':
                    return c;
                case 'b':
                    return '\b';
                case 'f':
                    return '\f';
                case 'n':
                    return '\n';
                case 'r':
                    return '\r';
                case 't':
                    return '\t';
                case 'u':
                    int unit = 0;
                    for (int i = 0; i < 4; i++) {
                        int digit = Character.digit(next(), 16);
                        if (digit < 0) {
                            throw wrong("four hexadecimal digits are expected");
                        }
                        unit = unit << 4 | digit;
                    }
                    return (char) unit;
                default:
                    throw wrong("an escape is expected");
            }
        }

        private Double number() {
            int from = at;
            while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            try {
                return Double.valueOf(text.substring(from, at));
            } catch (NumberFormatException e) {
                throw wrong("a value is expected");
            }
        }

        private Object word(String word, Object meaning) {
            if (!text.startsWith(word, at)) {
                throw wrong("a value is expected");
            }
            at += word.length();
            return meaning;
        }

        private void space() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
        }

        private char peek() {
            space();
            if (at >= text.length()) {
                throw wrong("it ends too early");
            }
            return text.charAt(at);
        }

        private char next() {
            if (at >= text.length()) {
                throw wrong("it ends too early");
            }
            return text.charAt(at++);
        }

        private void expect(char c) {
            if (peek() != c) {
                throw wrong("'" + c + "' is expected");
            }
            at++;
        }

        private IllegalArgumentException wrong(String what) {
            return new IllegalArgumentException("not JSON: " + what + " at character " + at);
        }
    }
}
