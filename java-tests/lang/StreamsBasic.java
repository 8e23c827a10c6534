//@ run
/** Sequential streams: laziness, order of evaluation, primitive streams, flatMap, iterate, takeWhile. */
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class StreamsBasic {
    public static void main(String[] args) {
        List<String> words = List.of("delta", "alpha", "charlie", "bravo", "echo", "alpha");
        System.out.println(words.stream().filter(w -> w.length() == 5).map(String::toUpperCase).distinct().sorted().toList());
        Stream.of("a", "b", "c").peek(s -> System.out.print("peek" + s + " ")).map(s -> s + s).filter(s -> !s.startsWith("b")).forEach(s -> System.out.print(s + " "));
        System.out.println();
        System.out.println(Stream.of(1, 2, 3, 4, 5).peek(i -> System.out.print("[" + i + "]")).anyMatch(i -> i == 3));
        System.out.println(IntStream.rangeClosed(1, 5).mapToObj(i -> "x".repeat(i)).collect(Collectors.joining(",", "<", ">")));
        System.out.println(IntStream.of(3, 1, 2).sorted().boxed().toList() + " " + IntStream.range(0, 10).summaryStatistics() + " " + DoubleStream.of(1, 2, 4).average().getAsDouble());
        System.out.println(Stream.iterate(1, x -> x * 3).limit(6).toList() + " " + Stream.iterate(1, x -> x < 50, x -> x * 2).toList() + " " + Stream.generate(() -> "g").limit(2).toList());
        System.out.println(Stream.of(List.of(1, 2), List.<Integer>of(), List.of(3)).flatMap(List::stream).map(x -> x * x).reduce(0, Integer::sum));
        System.out.println(Stream.of(1, 2, 3, 10, 1).takeWhile(x -> x < 5).toList() + " " + Stream.of(1, 2, 3, 10, 1).dropWhile(x -> x < 5).toList() + " " + Stream.of(5, 6, 7).skip(1).findFirst().get());
        System.out.println(words.stream().max(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder())).get() + " " + words.stream().min(Comparator.naturalOrder()).get() + " " + words.stream().mapToInt(String::length).sum());
        System.out.println(Arrays.toString(words.stream().sorted(Comparator.comparing((String s) -> s.charAt(s.length() - 1)).reversed()).toArray(String[]::new)));
        System.out.println("hello".chars().mapToObj(c -> (char) c).map(String::valueOf).collect(Collectors.joining("-")) + " " + LongStream.rangeClosed(1, 15).reduce(1, (a, b) -> a * b));
        System.out.println(Stream.<Integer>of(1, 2, 3).<String>mapMulti((x, sink) -> {
            for (int i = 0; i < x; i++) {
                sink.accept(x + "." + i);
            }
        }).toList());
        Stream<Integer> used = Stream.of(1);
        used.count();
        try {
            used.count();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(IntStream.empty().max() + " " + Stream.empty().findAny() + " " + IntStream.iterate(10, i -> i - 3).limit(5).boxed().collect(Collectors.toList()) + " " + Stream.concat(Stream.of(1), Stream.of(2)).count());
        try (Stream<String> s = Stream.of("c").onClose(() -> System.out.println("closed"))) {
            System.out.println(s.iterator().next());
        }
        System.out.println(Stream.ofNullable(null).count() + " " + Stream.of(1, 2).allMatch(x -> x > 0) + Stream.of().allMatch(x -> false) + " " + IntStream.rangeClosed('a', 'e').mapToObj(c -> "" + (char) c).toList());
        PrimitiveIterator.OfInt it = IntStream.range(0, 3).iterator();
        int sum = 0;
        while (it.hasNext()) {
            sum += it.nextInt();
        }
        System.out.println(sum);
    }
}
