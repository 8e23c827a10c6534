//@ run
/** Collectors: grouping, partitioning, mapping, toMap with merges, teeing, custom collectors. */
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class CollectorKinds {
    record Person(String name, int age, String city) { }

    public static void main(String[] args) {
        List<Person> ps = List.of(new Person("Ann", 30, "Rome"), new Person("Bob", 25, "Oslo"), new Person("Cid", 41, "Rome"), new Person("Dee", 25, "Bonn"));
        Map<String, List<String>> byCity = ps.stream().collect(Collectors.groupingBy(Person::city, TreeMap::new, Collectors.mapping(Person::name, Collectors.toList())));
        System.out.println(byCity);
        System.out.println(ps.stream().collect(Collectors.partitioningBy(p -> p.age() > 28, Collectors.counting())));
        Map<Integer, String> byAge = ps.stream().collect(Collectors.toMap(Person::age, Person::name, (a, b) -> a + "+" + b, LinkedHashMap::new));
        System.out.println(byAge);
        System.out.println(ps.stream().collect(Collectors.averagingInt(Person::age)) + " " + ps.stream().collect(Collectors.summingInt(Person::age)) + " " + ps.stream().collect(Collectors.summarizingDouble(Person::age)));
        String span = ps.stream().collect(Collectors.teeing(Collectors.minBy(Comparator.comparing(Person::age)), Collectors.maxBy(Comparator.comparing(Person::age)), (a, b) -> a.get().name() + ".." + b.get().name()));
        System.out.println(span);
        List<String> reversed = ps.stream().map(Person::name).collect(Collectors.collectingAndThen(Collectors.toList(), l -> {
            Collections.reverse(l);
            return l;
        }));
        System.out.println(reversed);
        System.out.println(ps.stream().collect(Collectors.reducing(0, Person::age, Integer::max)) + " " + ps.stream().map(Person::city).collect(Collectors.toCollection(TreeSet::new)));
        TreeMap<Integer, List<Character>> letters = ps.stream().collect(Collectors.groupingBy(Person::age, TreeMap::new, Collectors.filtering(p -> p.city().contains("o"), Collectors.flatMapping(p -> p.name().chars().mapToObj(c -> (char) c), Collectors.toList()))));
        System.out.println(letters);
        Collector<String, StringJoiner, String> own = Collector.of(() -> new StringJoiner("|"), StringJoiner::add, StringJoiner::merge, StringJoiner::toString);
        System.out.println(Stream.of("x", "y").collect(own) + " " + Stream.of(3, 1).collect(ArrayList::new, ArrayList::add, ArrayList::addAll));
        try {
            ps.stream().collect(Collectors.toMap(Person::age, Person::name));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            Stream.of(1).collect(Collectors.toUnmodifiableList()).add(2);
        } catch (UnsupportedOperationException e) {
            System.out.println("unmodifiable");
        }
        System.out.println(Stream.of("bb", "a", "cc").collect(Collectors.groupingBy(String::length)) + " " + new TreeSet<>(Stream.of(1, 2).collect(Collectors.toSet())));
    }
}
