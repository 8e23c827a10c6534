//@ run
/** Shortest paths, topological order and connected components on small graphs. */
import java.util.*;
import java.util.stream.*;

public class Dijkstra {
    record Edge(String to, int cost) { }

    static Map<String, List<Edge>> graph(String spec) {
        Map<String, List<Edge>> g = new TreeMap<>();
        for (String e : spec.split(",")) {
            String[] p = e.trim().split("[->:]+");
            g.computeIfAbsent(p[0], k -> new ArrayList<>()).add(new Edge(p[1], Integer.parseInt(p[2])));
            g.computeIfAbsent(p[1], k -> new ArrayList<>());
        }
        return g;
    }

    static Map<String, Integer> shortest(Map<String, List<Edge>> g, String from, Map<String, String> via) {
        Map<String, Integer> dist = new TreeMap<>();
        PriorityQueue<Map.Entry<String, Integer>> q = new PriorityQueue<>(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()));
        q.add(Map.entry(from, 0));
        while (!q.isEmpty()) {
            var e = q.poll();
            if (dist.putIfAbsent(e.getKey(), e.getValue()) != null) {
                continue;
            }
            for (Edge x : g.get(e.getKey())) {
                if (!dist.containsKey(x.to())) {
                    q.add(Map.entry(x.to(), e.getValue() + x.cost()));
                    via.merge(x.to(), e.getKey(), (a, b) -> dist.get(a) + cost(g, a, x.to()) <= dist.get(b) + cost(g, b, x.to()) ? a : b);
                }
            }
        }
        return dist;
    }

    static int cost(Map<String, List<Edge>> g, String a, String b) {
        return g.get(a).stream().filter(e -> e.to().equals(b)).mapToInt(Edge::cost).min().orElse(1 << 20);
    }

    static Optional<List<String>> topological(Map<String, List<Edge>> g) {
        Map<String, Integer> in = new TreeMap<>();
        g.keySet().forEach(k -> in.put(k, 0));
        g.values().stream().flatMap(List::stream).forEach(e -> in.merge(e.to(), 1, Integer::sum));
        TreeSet<String> ready = in.entrySet().stream().filter(e -> e.getValue() == 0).map(Map.Entry::getKey).collect(Collectors.toCollection(TreeSet::new));
        List<String> order = new ArrayList<>();
        while (!ready.isEmpty()) {
            String n = ready.pollFirst();
            order.add(n);
            for (Edge e : g.get(n)) {
                if (in.merge(e.to(), -1, Integer::sum) == 0) {
                    ready.add(e.to());
                }
            }
        }
        return order.size() == g.size() ? Optional.of(order) : Optional.empty();
    }

    public static void main(String[] args) {
        var g = graph("a->b:7, a->c:9, a->f:14, b->c:10, b->d:15, c->d:11, c->f:2, d->e:6, f->e:9");
        Map<String, String> via = new HashMap<>();
        System.out.println(shortest(g, "a", via));
        StringBuilder path = new StringBuilder("e");
        for (String n = "e"; via.containsKey(n); n = via.get(n)) {
            path.insert(0, via.get(n) + ">");
        }
        System.out.println(path);
        System.out.println(topological(g) + " " + topological(graph("x->y:1,y->z:1,z->x:1")));
        System.out.println(shortest(graph("p->q:1,r->s:1"), "p", new HashMap<>()));
    }
}
