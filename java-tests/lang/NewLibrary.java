//@ run
//@ jdk: 25
/** Library methods of 18 to 25: gatherers, clamp, splitWithDelimiters, repeat, emoji, mapped sizes. */
import java.time.*;
import java.util.*;
import java.util.stream.*;

public class NewLibrary {
    public static void main(String[] args) {
        System.out.println(IntStream.range(0, 7).boxed().gather(Gatherers.windowFixed(3)).toList() + " " + Stream.of(1, 2, 3, 4).gather(Gatherers.windowSliding(2)).toList() + " " + Stream.of(1, 2, 3).gather(Gatherers.scan(() -> 0, Integer::sum)).toList() + " " + Stream.of("a", "b").gather(Gatherers.fold(() -> "", String::concat)).toList());
        Gatherer<Integer, ?, Integer> everyOther = Gatherer.ofSequential(() -> new int[1], Gatherer.Integrator.ofGreedy((state, x, down) -> state[0]++ % 2 != 0 || down.push(x)));
        System.out.println(Stream.of(5, 6, 7, 8, 9).gather(everyOther).toList());
        System.out.println(Math.clamp(15L, 0, 10) + " " + Math.clamp(-2.5, -1.0, 1.0) + " " + Math.ceilDiv(7, 2) + " " + Math.unsignedMultiplyHigh(-1L, -1L));
        System.out.println(Arrays.toString("a1b22c".splitWithDelimiters("\\d+", 0)) + " " + new StringBuilder().repeat("ab", 2).repeat('z', 3) + " " + "hello".indexOf('l', 0, 3) + " " + Character.isEmoji(0x1F600) + " " + Character.toString(0x1F600).length());
        System.out.println(HashMap.newHashMap(10).size() + " " + Integer.compress(0b10110, 0b11010) + " " + Long.expand(0b101, 0b11010) + " " + "x".equals(String.valueOf('x')) + " " + Duration.ofMinutes(5).isPositive() + " " + Instant.EPOCH.until(Instant.ofEpochSecond(5)));
        System.out.println(new Random(3).ints(3, 0, 10).boxed().toList() + " " + List.of(3, 1, 2).stream().sorted(Comparator.reverseOrder()).toList() + " " + Collections.shuffle2());
    }

    static class Collections {
        static List<Integer> shuffle2() {
            List<Integer> l = new ArrayList<>(List.of(1, 2, 3, 4, 5));
            java.util.Collections.shuffle(l, new SplittableRandom(4));
            return l;
        }
    }
}
