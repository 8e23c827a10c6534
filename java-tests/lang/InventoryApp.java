//@ run
//@ stdin: add apple 3 0.50\nadd pear 10 0.25\nsell apple 2\nsell apple 5\nadd kiwi x 1\nreport\nbogus\nsell fig 1\nreport\n
/** A line-driven application: commands on standard input, a table on standard output, complaints on standard error. */
import java.io.*;
import java.math.*;
import java.util.*;
import java.util.stream.*;

public class InventoryApp {
    record Item(String name, int count, BigDecimal price) {
        Item with(int newCount) {
            return new Item(name, newCount, price);
        }

        BigDecimal value() {
            return price.multiply(BigDecimal.valueOf(count));
        }
    }

    static class Refused extends Exception {
        Refused(String m) {
            super(m);
        }
    }

    final Map<String, Item> items = new TreeMap<>();

    void execute(String line) throws Refused {
        String[] w = line.split("\\s+");
        switch (w[0]) {
            case "add" -> {
                try {
                    items.put(w[1], new Item(w[1], Integer.parseInt(w[2]), new BigDecimal(w[3])));
                } catch (NumberFormatException e) {
                    throw new Refused("not a number in: " + line);
                }
            }
            case "sell" -> {
                Item i = items.get(w[1]);
                if (i == null) {
                    throw new Refused("no " + w[1]);
                }
                int n = Integer.parseInt(w[2]);
                if (n > i.count()) {
                    throw new Refused(String.format("only %d of %s", i.count(), i.name()));
                }
                items.put(w[1], i.with(i.count() - n));
            }
            case "report" -> report();
            default -> throw new Refused("unknown command " + w[0]);
        }
    }

    void report() {
        System.out.printf("%-8s|%5s|%8s%n", "item", "count", "value");
        System.out.println("-".repeat(23));
        for (Item i : items.values()) {
            System.out.printf(Locale.ROOT, "%-8s|%5d|%8.2f%n", i.name(), i.count(), i.value());
        }
        BigDecimal total = items.values().stream().map(Item::value).reduce(BigDecimal.ZERO, BigDecimal::add);
        System.out.println("total " + total.setScale(2, RoundingMode.HALF_EVEN) + " " + items.values().stream().collect(Collectors.summingInt(Item::count)));
    }

    public static void main(String[] args) throws IOException {
        InventoryApp app = new InventoryApp();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int n = 0;
        for (String line; (line = in.readLine()) != null; ) {
            n++;
            try {
                app.execute(line);
            } catch (Refused e) {
                System.err.println("line " + n + ": " + e.getMessage());
            }
        }
        System.out.println(n + " lines");
    }
}
