//@ run
/** Tokenizer, shunting-yard parser, stack machine and pretty printer for arithmetic expressions. */
import java.util.*;
import java.util.function.*;

public class ExpressionParser {
    enum Op {
        ADD('+', 1, (a, b) -> a + b), SUB('-', 1, (a, b) -> a - b), MUL('*', 2, (a, b) -> a * b), DIV('/', 2, (a, b) -> a / b), POW('^', 3, (a, b) -> (long) Math.pow(a, b));

        final char c;
        final int prec;
        final LongBinaryOperator f;

        Op(char c, int prec, LongBinaryOperator f) {
            this.c = c;
            this.prec = prec;
            this.f = f;
        }

        static Optional<Op> of(char c) {
            return Arrays.stream(values()).filter(o -> o.c == c).findFirst();
        }
    }

    static List<Object> toPostfix(String s, Map<String, Long> env) {
        List<Object> out = new ArrayList<>();
        Deque<Object> ops = new ArrayDeque<>();
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (Character.isDigit(c)) {
                long v = 0;
                while (i < s.length() && Character.isDigit(s.charAt(i))) {
                    v = v * 10 + (s.charAt(i++) - '0');
                }
                i--;
                out.add(v);
            } else if (Character.isLetter(c)) {
                out.add(Optional.ofNullable(env.get("" + c)).orElseThrow(() -> new NoSuchElementException("unknown " + c)));
            } else if (c == '(') {
                ops.push(c);
            } else if (c == ')') {
                while (!ops.peek().equals('(')) {
                    out.add(ops.pop());
                }
                ops.pop();
            } else if (c != ' ') {
                Op op = Op.of(c).orElseThrow(() -> new IllegalArgumentException("bad operator " + c));
                while (ops.peek() instanceof Op top && (top.prec > op.prec || top.prec == op.prec && op != Op.POW)) {
                    out.add(ops.pop());
                }
                ops.push(op);
            }
        }
        while (!ops.isEmpty()) {
            out.add(ops.pop());
        }
        return out;
    }

    static long eval(List<Object> code) {
        Deque<Long> st = new ArrayDeque<>();
        for (Object o : code) {
            if (o instanceof Op op) {
                long b = st.pop(), a = st.pop();
                st.push(op.f.applyAsLong(a, b));
            } else {
                st.push((Long) o);
            }
        }
        return st.pop();
    }

    public static void main(String[] args) {
        Map<String, Long> env = Map.of("x", 7L, "y", -2L);
        for (String e : new String[] {"1 + 2 * 3", "(1 + 2) * 3", "2 ^ 3 ^ 2", "100 / 7 / 2", "x * x - y", "10 / (5 - 5)", "1 +", "z", "3 % 2", "((1))", "1 - 2 - 3"}) {
            try {
                List<Object> code = toPostfix(e, env);
                System.out.println(e + " => " + code + " = " + eval(code));
            } catch (RuntimeException x) {
                System.out.println(e + " => " + x);
            }
        }
    }
}
