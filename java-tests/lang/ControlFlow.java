//@ run
/** Loops, labels, conditional evaluation, recursion, evaluation order. */
public class ControlFlow {
    static int trace(String s, int v) {
        System.out.print(s + " ");
        return v;
    }

    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static int ack(int m, int n) {
        return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
    }

    public static void main(String[] args) {
        outer:
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                if (j == 2) {
                    continue outer;
                }
                if (i == 2) {
                    break outer;
                }
                System.out.print(i + "" + j + " ");
            }
        }
        System.out.println();
        int n = 27, steps = 0;
        while (n != 1) {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
            steps++;
        }
        System.out.println(steps);
        int k = 0;
        do {
            k += 2;
        } while (k < 7);
        System.out.println(k);
        boolean b = trace("a", 0) == 1 && trace("b", 1) == 1 || trace("c", 1) == 1;
        System.out.println(b);
        int r = trace("x", 2) + trace("y", 3) * trace("z", 4);
        System.out.println(r);
        int[] arr = new int[3];
        int i = 0;
        arr[i++] = arr[i] + i++ * 10 + i;
        System.out.println(java.util.Arrays.toString(arr) + i);
        System.out.println(fib(18) + " " + ack(2, 5));
        block: {
            if (r > 10) {
                break block;
            }
            System.out.println("not reached");
        }
        for (int x = 0, y = 10; x < y; x++, y--) {
            System.out.print(x * y + " ");
        }
        System.out.println();
    }
}
