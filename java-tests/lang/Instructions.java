//@ run
/** Rarely used instructions: dup forms through compound assignments, wide locals, long jumps, iinc ranges. */
public class Instructions {
    long f = 10;
    static double sd = 2;
    static long[] la = {1, 2, 3};

    static long many(int a, long b, float c, double d, byte e, char g, short h, boolean i, Object o, long... rest) {
        long r = a + b + (long) c + (long) d + e + g + h + (i ? 1 : 0) + o.hashCode();
        for (long x : rest) {
            r = r * 31 + x;
        }
        return r;
    }

    static int wide() {
        int a0 = 0, a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5, a6 = 6, a7 = 7, a8 = 8, a9 = 9;
        long[] pad = new long[1];
        double d0 = 0.5, d1 = 1.5, d2 = 2.5, d3 = 3.5;
        a9 += 1000;
        a9 -= 40000;
        a0 += 127;
        a0 -= 128;
        a0 += 32767;
        for (int i = 0; i < 3; i++) {
            a1 += i;
        }
        return (int) (a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9 + d0 + d1 + d2 + d3 + pad.length);
    }

    Instructions self(StringBuilder log) {
        log.append("s");
        return this;
    }

    public static void main(String[] args) {
        System.out.println(many(1, 2L, 3.9f, 4.9, (byte) 5, 'a', (short) 7, true, "o", 8, 9, 10));
        System.out.println(wide());
        Instructions x = new Instructions();
        long a = x.f++ + ++x.f;
        long b = la[1]++ + --la[2];
        double c = sd++ * ++sd;
        System.out.println(a + " " + x.f + " " + b + " " + la[1] + la[2] + " " + c + " " + sd);
        StringBuilder log = new StringBuilder();
        x.self(log).f += x.self(log).f <<= 2;
        System.out.println(x.f + " " + log);
        long y, z;
        y = z = x.f = la[0] = 77;
        System.out.println(y + z + x.f + la[0]);
        int i = 5;
        i += i++ * 2 + i;
        i ^= i << 3;
        i >>>= 1;
        byte by = (byte) 127;
        by++;
        by >>>= 1;
        short sh = (short) (by * 1000);
        char ch = (char) sh;
        ch += 1;
        System.out.println(i + " " + by + " " + sh + " " + (int) ch);
        boolean t = true;
        t &= 3 > 2;
        t ^= false;
        t |= t;
        System.out.println(t + " " + (t ? 1 : 0) + " " + !t + " " + (t ^ t));
        float fl = 1;
        fl += 1e-8;
        fl *= 3;
        fl %= 2;
        System.out.println(fl + " " + -fl + " " + (0f - 0f) + " " + -0f);
        System.out.println((int) 'a' + (char) ('a' + 1) + " " + (5 & 6L) + " " + (1 << 35) + " " + (1L << 35) + " " + (-17 >> 2) + " " + (-17 >>> 28) + " " + (byte) 0x180);
        Object o = x;
        System.out.println((o == x) + " " + (o != null) + " " + (null == null) + " " + (x.self(log) == x));
        int big = 0;
        for (int k = 0; k < 2000; k++) {
            big = big * 31 + (k ^ big >>> 7);
        }
        System.out.println(big);
    }
}
