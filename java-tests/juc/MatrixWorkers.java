//@ run
/** Work split by rows over threads with a barrier between steps of a cellular automaton. */
import java.util.*;
import java.util.concurrent.*;

public class MatrixWorkers {
    public static void main(String[] args) throws Exception {
        int n = 16, workers = 4, steps = 6;
        boolean[][][] grid = new boolean[2][n][n];
        int[][] glider = {{1, 2}, {2, 3}, {3, 1}, {3, 2}, {3, 3}};
        for (int[] c : glider) {
            grid[0][c[0]][c[1]] = true;
        }
        CyclicBarrier barrier = new CyclicBarrier(workers);
        ExecutorService ex = Executors.newFixedThreadPool(workers);
        List<Future<Integer>> fs = new ArrayList<>();
        for (int w = 0; w < workers; w++) {
            int id = w;
            fs.add(ex.submit(() -> {
                int alive = 0;
                for (int s = 0; s < steps; s++) {
                    boolean[][] from = grid[s % 2], to = grid[1 - s % 2];
                    for (int i = id; i < n; i += workers) {
                        for (int j = 0; j < n; j++) {
                            int around = 0;
                            for (int di = -1; di <= 1; di++) {
                                for (int dj = -1; dj <= 1; dj++) {
                                    if ((di != 0 || dj != 0) && from[(i + di + n) % n][(j + dj + n) % n]) {
                                        around++;
                                    }
                                }
                            }
                            to[i][j] = around == 3 || from[i][j] && around == 2;
                            if (to[i][j]) {
                                alive++;
                            }
                        }
                    }
                    barrier.await();
                }
                return alive;
            }));
        }
        int total = 0;
        for (Future<Integer> f : fs) {
            total += f.get();
        }
        ex.shutdown();
        System.out.println(total);
        for (boolean[] row : grid[steps % 2]) {
            StringBuilder sb = new StringBuilder();
            for (boolean b : row) {
                sb.append(b ? '#' : '.');
            }
            System.out.println(sb);
        }
    }
}
