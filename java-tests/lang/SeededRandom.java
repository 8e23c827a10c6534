//@ run
/** Random with a seed, SplittableRandom, RandomGenerator, ThreadLocalRandom bounds, shuffles, Math.random range. */
import java.util.*;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.*;
import java.util.stream.*;

public class SeededRandom {
    public static void main(String[] args) {
        Random r = new Random(42);
        System.out.println(r.nextInt() + " " + r.nextInt(100) + " " + r.nextLong() + " " + r.nextDouble() + " " + r.nextFloat() + " " + r.nextBoolean() + " " + r.nextGaussian());
        byte[] b = new byte[7];
        r.nextBytes(b);
        System.out.println(Arrays.toString(b) + " " + r.nextInt(1 << 20) + " " + r.nextInt(5, 10));
        System.out.println(new Random(7).ints(5, 0, 50).boxed().collect(Collectors.toList()) + " " + new Random(7).doubles(2).sum());
        List<Integer> l = IntStream.range(0, 12).boxed().collect(Collectors.toList());
        Collections.shuffle(l, new Random(1));
        System.out.println(l);
        SplittableRandom s = new SplittableRandom(5);
        SplittableRandom s2 = s.split();
        System.out.println(s.nextInt() + " " + s2.nextInt() + " " + s.nextLong(1000) + " " + s.nextDouble());
        RandomGenerator g = RandomGeneratorFactory.of("L64X128MixRandom").create(99);
        System.out.println(g.nextInt() + " " + g.nextInt(10, 20) + " " + g.nextLong());
        boolean ok = true;
        for (int i = 0; i < 200; i++) {
            int x = ThreadLocalRandom.current().nextInt(3, 9);
            double d = Math.random();
            ok &= x >= 3 && x < 9 && d >= 0 && d < 1;
        }
        System.out.println(ok + " " + (new Random().nextInt(10) < 10));
        r.setSeed(42);
        System.out.println(r.nextInt());
        try {
            r.nextInt(0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            ThreadLocalRandom.current().setSeed(1);
        } catch (UnsupportedOperationException e) {
            System.out.println(e);
        }
    }
}
