//@ run
/** CopyOnWriteArrayList and Set: snapshot iterators, addIfAbsent, concurrent additions. */
import java.util.*;
import java.util.concurrent.*;

public class CopyOnWrite {
    public static void main(String[] args) throws Exception {
        CopyOnWriteArrayList<Integer> l = new CopyOnWriteArrayList<>(List.of(1, 2, 3));
        for (Integer i : l) {
            l.add(i * 10);
        }
        System.out.println(l + " " + l.addIfAbsent(10) + " " + l.addAllAbsent(List.of(10, 40)));
        Iterator<Integer> it = l.iterator();
        it.next();
        try {
            it.remove();
        } catch (UnsupportedOperationException e) {
            System.out.println(e);
        }
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 20; j++) {
                    l.add(1000 + id * 20 + j);
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        List<Integer> sorted = new ArrayList<>(l);
        Collections.sort(sorted);
        System.out.println(l.size() + " " + sorted.get(sorted.size() - 1) + " " + sorted.stream().mapToInt(x -> x).sum());
        l.removeIf(x -> x > 5);
        l.replaceAll(x -> x + 1);
        l.sort(Comparator.reverseOrder());
        System.out.println(l + " " + l.indexOf(3) + " " + l.subList(1, 3));
        CopyOnWriteArraySet<String> s = new CopyOnWriteArraySet<>();
        System.out.println(s.add("b") + " " + s.add("a") + " " + s.add("b") + " " + s + " " + s.equals(Set.of("a", "b")));
        List<Integer> sync = Collections.synchronizedList(new ArrayList<>());
        Thread[] us = new Thread[4];
        for (int i = 0; i < 4; i++) {
            us[i] = new Thread(() -> {
                for (int j = 0; j < 50; j++) {
                    sync.add(j);
                }
            });
            us[i].start();
        }
        for (Thread t : us) {
            t.join();
        }
        System.out.println(sync.size());
    }
}
