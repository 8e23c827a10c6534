//@ run
/** Parallel streams give the sequential answers: reductions, collectors, ordered operations. */
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;

public class ParallelStreams {
    public static void main(String[] args) {
        System.out.println(IntStream.rangeClosed(1, 300).parallel().sum());
        System.out.println(IntStream.range(0, 200).parallel().filter(i -> i % 7 == 0).boxed().collect(Collectors.toList()));
        System.out.println(Stream.of("d", "a", "c", "b", "e").parallel().sorted().collect(Collectors.joining(",")));
        Map<Integer, Long> byLength = IntStream.range(0, 100).parallel().mapToObj(i -> "" + i).collect(Collectors.groupingBy(String::length, Collectors.counting()));
        System.out.println(new TreeMap<>(byLength));
        ConcurrentMap<Integer, Long> m = IntStream.range(0, 100).parallel().boxed().collect(Collectors.groupingByConcurrent(i -> i % 3, Collectors.counting()));
        System.out.println(new TreeMap<>(m));
        System.out.println(IntStream.range(0, 1000).parallel().skip(10).limit(5).boxed().toList());
        System.out.println(IntStream.range(5, 500).parallel().boxed().findFirst().get() + " " + IntStream.range(0, 500).parallel().anyMatch(i -> i == 333) + " " + IntStream.range(0, 500).parallel().noneMatch(i -> i < 0));
        System.out.println(Arrays.asList(5, 3, 9, 1).parallelStream().reduce(0, Integer::sum, Integer::sum) + " " + Arrays.asList(5, 3, 9, 1).parallelStream().max(Comparator.naturalOrder()).get());
        AtomicInteger n = new AtomicInteger();
        IntStream.range(0, 100).parallel().forEach(i -> n.addAndGet(i));
        System.out.println(n);
        StringBuilder sb = new StringBuilder();
        IntStream.range(0, 20).parallel().boxed().forEachOrdered(i -> sb.append(i).append(' '));
        System.out.println(sb);
        int[] sq = new int[40];
        Arrays.parallelSetAll(sq, i -> (i * 13) % 41);
        Arrays.parallelSort(sq);
        System.out.println(sq[0] + " " + sq[39] + " " + Arrays.stream(sq).parallel().average().getAsDouble());
        try {
            IntStream.range(0, 100).parallel().forEach(i -> {
                if (i == 50) {
                    throw new IllegalStateException("fifty");
                }
            });
        } catch (IllegalStateException e) {
            Throwable t = e;
            while (t.getCause() != null) {
                t = t.getCause();
            }
            System.out.println(t.getMessage());
        }
        System.out.println(Stream.iterate(1, i -> i * 2).limit(12).parallel().mapToInt(i -> i).sum() + " " + Stream.of(1, 2, 2, 3).parallel().distinct().count());
    }
}
