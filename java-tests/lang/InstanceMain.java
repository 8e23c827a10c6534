//@ run
//@ jdk: 25
/** An instance main method without arguments, with module imports and java.lang.IO. */
import module java.base;

public class InstanceMain {
    final String greeting = "instance";

    void main() {
        IO.println("Hello from an " + greeting + " main");
        IO.print(List.of(1, 2).stream().map(x -> x * 2).collect(Collectors.toList()));
        IO.println();
        IO.println(new TreeMap<>(Map.of("k", LocalDate.of(2025, 9, 16))));
    }
}
