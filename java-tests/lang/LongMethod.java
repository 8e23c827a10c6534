//@ run
/** Sorting, searching, matrix and sieve kernels whose results are easily checked. */
import java.util.*;

public class LongMethod {
    static void quick(int[] a, int lo, int hi) {
        if (lo >= hi) {
            return;
        }
        int p = a[(lo + hi) >>> 1], i = lo, j = hi;
        while (i <= j) {
            while (a[i] < p) {
                i++;
            }
            while (a[j] > p) {
                j--;
            }
            if (i <= j) {
                int t = a[i];
                a[i++] = a[j];
                a[j--] = t;
            }
        }
        quick(a, lo, j);
        quick(a, i, hi);
    }

    static boolean queens(int[] cols, int row, int n, int[] count) {
        if (row == n) {
            count[0]++;
            return true;
        }
        boolean any = false;
        next:
        for (int c = 0; c < n; c++) {
            for (int r = 0; r < row; r++) {
                if (cols[r] == c || Math.abs(cols[r] - c) == row - r) {
                    continue next;
                }
            }
            cols[row] = c;
            any |= queens(cols, row + 1, n, count);
        }
        return any;
    }

    static String permute(String s) {
        if (s.length() <= 1) {
            return s;
        }
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < s.length(); i++) {
            for (String p : permute(s.substring(0, i) + s.substring(i + 1)).split(",")) {
                sb.append(sb.length() == 0 ? "" : ",").append(s.charAt(i)).append(p);
            }
        }
        return sb.toString();
    }

    public static void main(String[] args) {
        boolean[] composite = new boolean[2000];
        int primes = 0;
        for (int i = 2; i < composite.length; i++) {
            if (!composite[i]) {
                primes++;
                for (int j = i * i; j < composite.length; j += i) {
                    composite[j] = true;
                }
            }
        }
        System.out.println(primes);
        int[] a = new int[500];
        for (int i = 0; i < a.length; i++) {
            a[i] = i * 7919 % 1009;
        }
        quick(a, 0, a.length - 1);
        boolean ok = true;
        for (int i = 1; i < a.length; i++) {
            ok &= a[i - 1] <= a[i];
        }
        System.out.println(ok + " " + a[250]);
        int[] count = new int[1];
        System.out.println(queens(new int[6], 0, 6, count) + " " + count[0]);
        System.out.println(permute("abcd"));
        String x = "kitten", y = "sitting";
        int[][] d = new int[x.length() + 1][y.length() + 1];
        for (int i = 0; i <= x.length(); i++) {
            for (int j = 0; j <= y.length(); j++) {
                d[i][j] = i == 0 ? j : j == 0 ? i : Math.min(Math.min(d[i - 1][j] + 1, d[i][j - 1] + 1), d[i - 1][j - 1] + (x.charAt(i - 1) == y.charAt(j - 1) ? 0 : 1));
            }
        }
        System.out.println(d[x.length()][y.length()]);
        Map<String, List<String>> g = new TreeMap<>();
        for (String e : "ab ac bd cd de ef cf".split(" ")) {
            g.computeIfAbsent(e.substring(0, 1), k -> new ArrayList<>()).add(e.substring(1));
        }
        Deque<String> q = new ArrayDeque<>(List.of("a"));
        Map<String, Integer> dist = new TreeMap<>(Map.of("a", 0));
        while (!q.isEmpty()) {
            String n = q.poll();
            for (String m : g.getOrDefault(n, List.of())) {
                if (dist.putIfAbsent(m, dist.get(n) + 1) == null) {
                    q.add(m);
                }
            }
        }
        System.out.println(dist);
    }
}
