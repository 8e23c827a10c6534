//@ run
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Scanner;

/** What the class library says when it is used wrongly. */
public class ExceptionMessages {
    public static void main(String[] args) {
        Object[] integers = new Integer[1];
        Runnable[] mistakes = {
            () -> integers[0] = "text",
            () -> System.out.println(new int[2][-1].length),
            () -> List.of(1).add(2),
            () -> new ArrayList<>().iterator().next(),
            () -> Integer.parseInt("x1"),
            () -> Long.parseLong(null),
            () -> Double.parseDouble("1.2.3"),
            () -> "abc".substring(5),
            () -> "x".repeat(-1),
            () -> "%d".formatted("x"),
            () -> Optional.empty().get(),
            () -> Map.of(1, 2, 1, 3),
            () -> new ArrayDeque<>().add(null),
            () -> Enum.valueOf(Thread.State.class, "X"),
            () -> new PriorityQueue<Object>().addAll(List.of(new Thread(), new Thread())),
            () -> Objects.checkIndex(5, 3),
            () -> Objects.requireNonNull(null, "the message"),
            () -> Collections.unmodifiableList(new ArrayList<>(List.of(1))).set(0, 2),
            () -> {
                List<Integer> numbers = new ArrayList<>(List.of(1, 2, 3));
                for (Integer number : numbers) {
                    numbers.remove(number);
                }
            },
            () -> System.out.println(1 % 0),
            () -> new Scanner("a").nextInt(),
            () -> Thread.currentThread().setPriority(11),
            () -> Character.toChars(-1),
            () -> new StringBuilder("ab").deleteCharAt(2),
            () -> Arrays.copyOfRange(new int[2], 3, 1),
            () -> new ArrayList<>(List.of(1, 2)).subList(2, 1),
            () -> new Object().notify(),
            () -> Math.addExact(Integer.MAX_VALUE, 1),
            () -> Math.toIntExact(1L << 40),
            () -> Thread.currentThread().start(),
            () -> Arrays.asList(1, 2).remove(0),
            () -> new ArrayList<>(-1),
            () -> List.copyOf(Arrays.asList(1, null)),
        };
        for (Runnable mistake : mistakes) {
            try {
                mistake.run();
                System.out.println("fine");
            } catch (RuntimeException e) {
                System.out.println(e);
            }
        }
    }
}
