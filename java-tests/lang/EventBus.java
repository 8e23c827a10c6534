//@ run
/** Observer, visitor, strategy, builder and chain-of-responsibility, as programs use them. */
import java.util.*;
import java.util.function.*;

public class EventBus {
    interface Event { }

    record Created(String name) implements Event { }

    record Removed(String name, String reason) implements Event { }

    private final Map<Class<? extends Event>, List<Consumer<? super Event>>> handlers = new LinkedHashMap<>();
    private int errors;

    <E extends Event> Runnable on(Class<E> type, Consumer<? super E> h) {
        Consumer<? super Event> wrapped = e -> h.accept(type.cast(e));
        handlers.computeIfAbsent(type, k -> new ArrayList<>()).add(wrapped);
        return () -> handlers.get(type).remove(wrapped);
    }

    void fire(Event e) {
        for (var entry : handlers.entrySet()) {
            if (entry.getKey().isInstance(e)) {
                for (Consumer<? super Event> c : List.copyOf(entry.getValue())) {
                    try {
                        c.accept(e);
                    } catch (RuntimeException x) {
                        errors++;
                        System.out.println("handler failed: " + x.getMessage());
                    }
                }
            }
        }
    }

    static final class Pizza {
        final int size;
        final List<String> toppings;

        private Pizza(Builder b) {
            size = b.size;
            toppings = List.copyOf(b.toppings);
        }

        static class Builder {
            private int size = 10;
            private final List<String> toppings = new ArrayList<>();

            Builder size(int s) {
                size = s;
                return this;
            }

            Builder top(String... ts) {
                toppings.addAll(Arrays.asList(ts));
                return this;
            }

            Pizza build() {
                if (toppings.size() > 3) {
                    throw new IllegalStateException("too many: " + toppings);
                }
                return new Pizza(this);
            }
        }
    }

    interface Visitor<R> {
        R num(int n);

        R add(Node a, Node b);
    }

    interface Node {
        <R> R accept(Visitor<R> v);

        static Node num(int n) {
            return new Node() {
                public <R> R accept(Visitor<R> v) {
                    return v.num(n);
                }
            };
        }

        static Node add(Node a, Node b) {
            return new Node() {
                public <R> R accept(Visitor<R> v) {
                    return v.add(a, b);
                }
            };
        }
    }

    public static void main(String[] args) {
        EventBus bus = new EventBus();
        List<String> log = new ArrayList<>();
        Runnable off = bus.on(Created.class, c -> log.add("created " + c.name()));
        bus.on(Removed.class, r -> log.add("removed " + r.name() + " because " + r.reason()));
        bus.on(Event.class, e -> log.add("any " + e));
        bus.on(Created.class, c -> {
            throw new IllegalArgumentException("cannot take " + c.name());
        });
        bus.fire(new Created("a"));
        off.run();
        bus.fire(new Created("b"));
        bus.fire(new Removed("a", "old"));
        System.out.println(log + " " + bus.errors);
        Pizza p = new Pizza.Builder().size(12).top("ham", "basil").build();
        System.out.println(p.size + " " + p.toppings);
        try {
            new Pizza.Builder().top("1", "2", "3", "4").build();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Node n = Node.add(Node.num(1), Node.add(Node.num(2), Node.num(3)));
        int value = n.accept(new Visitor<Integer>() {
            public Integer num(int x) {
                return x;
            }

            public Integer add(Node a, Node b) {
                return a.accept(this) + b.accept(this);
            }
        });
        String text = n.accept(new Visitor<String>() {
            public String num(int x) {
                return "" + x;
            }

            public String add(Node a, Node b) {
                return "(" + a.accept(this) + "+" + b.accept(this) + ")";
            }
        });
        System.out.println(text + "=" + value);
        Function<String, Optional<String>> chain = s -> s.startsWith("a") ? Optional.of("first") : Optional.empty();
        Function<String, Optional<String>> second = s -> s.endsWith("z") ? Optional.of("second") : Optional.empty();
        for (String s : List.of("abc", "xyz", "none")) {
            System.out.println(chain.apply(s).or(() -> second.apply(s)).orElse("unhandled"));
        }
    }
}
