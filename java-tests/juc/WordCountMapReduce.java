//@ run
/** Map-reduce over documents with an executor, merging into concurrent and local maps. */
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;

public class WordCountMapReduce {
    static Map<String, Integer> count(String doc) {
        Map<String, Integer> m = new HashMap<>();
        for (String w : doc.toLowerCase().split("\\W+")) {
            m.merge(w, 1, Integer::sum);
        }
        return m;
    }

    public static void main(String[] args) throws Exception {
        List<String> docs = List.of("The cat sat", "the dog sat down", "A cat and a dog", "The end, the very end");
        ExecutorService ex = Executors.newFixedThreadPool(3);
        List<Future<Map<String, Integer>>> parts = new ArrayList<>();
        for (String d : docs) {
            parts.add(ex.submit(() -> count(d)));
        }
        TreeMap<String, Integer> total = new TreeMap<>();
        for (Future<Map<String, Integer>> f : parts) {
            f.get().forEach((k, v) -> total.merge(k, v, Integer::sum));
        }
        System.out.println(total);
        ConcurrentHashMap<String, LongAdder> shared = new ConcurrentHashMap<>();
        CountDownLatch done = new CountDownLatch(docs.size());
        for (String d : docs) {
            ex.execute(() -> {
                for (String w : d.toLowerCase().split("\\W+")) {
                    shared.computeIfAbsent(w, k -> new LongAdder()).increment();
                }
                done.countDown();
            });
        }
        done.await();
        ex.shutdown();
        System.out.println(new TreeMap<>(shared));
        Map<String, Long> streamed = docs.parallelStream().flatMap(d -> Arrays.stream(d.toLowerCase().split("\\W+"))).collect(Collectors.groupingByConcurrent(w -> w, Collectors.counting()));
        System.out.println(new TreeMap<>(streamed).equals(total.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().longValue()))));
    }
}
