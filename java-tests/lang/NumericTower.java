//@ run
/** Fractions, complex numbers, matrices over generics; operator-like methods; gcd; exact results. */
import java.util.*;
import java.util.function.*;

public class NumericTower {
    interface Ring<T> {
        T plus(T o);

        T times(T o);
    }

    record Frac(long n, long d) implements Ring<Frac>, Comparable<Frac> {
        Frac {
            if (d == 0) {
                throw new ArithmeticException("zero denominator");
            }
            long g = gcd(Math.abs(n), Math.abs(d)) * (d < 0 ? -1 : 1);
            n /= g;
            d /= g;
        }

        static long gcd(long a, long b) {
            return b == 0 ? a : gcd(b, a % b);
        }

        public Frac plus(Frac o) {
            return new Frac(n * o.d + o.n * d, d * o.d);
        }

        public Frac times(Frac o) {
            return new Frac(n * o.n, d * o.d);
        }

        public int compareTo(Frac o) {
            return Long.compare(n * o.d, o.n * d);
        }

        @Override
        public String toString() {
            return d == 1 ? "" + n : n + "/" + d;
        }
    }

    record Complex(double re, double im) implements Ring<Complex> {
        public Complex plus(Complex o) {
            return new Complex(re + o.re, im + o.im);
        }

        public Complex times(Complex o) {
            return new Complex(re * o.re - im * o.im, re * o.im + im * o.re);
        }
    }

    static <T extends Ring<T>> T power(T x, int n, T one) {
        T r = one;
        for (T b = x; n > 0; n >>= 1, b = b.times(b)) {
            if ((n & 1) == 1) {
                r = r.times(b);
            }
        }
        return r;
    }

    static <T extends Ring<T>> T sum(Collection<? extends T> c, T zero) {
        T s = zero;
        for (T t : c) {
            s = s.plus(t);
        }
        return s;
    }

    public static void main(String[] args) {
        List<Frac> fs = new ArrayList<>();
        for (int i = 1; i <= 10; i++) {
            fs.add(new Frac(1, i));
        }
        System.out.println(sum(fs, new Frac(0, 1)) + " " + power(new Frac(-2, 3), 7, new Frac(1, 1)) + " " + new Frac(6, -4) + " " + new Frac(6, 3));
        Collections.sort(fs);
        System.out.println(fs + " " + Collections.max(fs));
        System.out.println(power(new Complex(0, 1), 6, new Complex(1, 0)) + " " + sum(List.of(new Complex(1, 2), new Complex(-1, 0.5)), new Complex(0, 0)));
        try {
            new Frac(1, 0);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new Frac(Long.MAX_VALUE, 3).times(new Frac(3, 1)));
        double x = 1;
        for (int i = 0; i < 20; i++) {
            x = (x + 2 / x) / 2;
        }
        System.out.println(x + " " + (x == Math.sqrt(2)));
        long fact = 1;
        for (int i = 1; i <= 25; i++) {
            fact *= i;
        }
        System.out.println(fact);
    }
}
