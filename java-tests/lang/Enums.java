//@ run
/** Enums with bodies, fields, EnumMap, EnumSet, valueOf, compareTo. */
import java.util.*;

public class Enums {
    enum Op {
        ADD("+") {
            int apply(int a, int b) {
                return a + b;
            }
        },
        MUL("*") {
            int apply(int a, int b) {
                return a * b;
            }
        };

        final String sym;

        Op(String sym) {
            this.sym = sym;
        }

        abstract int apply(int a, int b);
    }

    enum Day { MON, TUE, WED, THU, FRI, SAT, SUN }

    public static void main(String[] args) {
        for (Op op : Op.values()) {
            System.out.println(op + " " + op.ordinal() + " " + op.sym + " " + op.apply(3, 4) + " " + op.getClass().getName() + " " + op.getDeclaringClass().getSimpleName());
        }
        System.out.println(Op.valueOf("MUL").name() + " " + Day.MON.compareTo(Day.WED));
        try {
            Day.valueOf("XXX");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        EnumMap<Day, Integer> m = new EnumMap<>(Day.class);
        m.put(Day.SUN, 7);
        m.put(Day.MON, 1);
        System.out.println(m + " " + m.containsKey(Day.TUE));
        EnumSet<Day> weekend = EnumSet.of(Day.SUN, Day.SAT);
        System.out.println(weekend + " " + EnumSet.complementOf(weekend) + " " + EnumSet.range(Day.TUE, Day.THU) + EnumSet.noneOf(Day.class));
        System.out.println(Day.values() == Day.values());
        Map<Day, String> h = new TreeMap<>(Comparator.reverseOrder());
        h.put(Day.TUE, "t");
        h.put(Day.FRI, "f");
        System.out.println(h);
    }
}
