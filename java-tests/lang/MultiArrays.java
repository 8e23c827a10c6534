//@ run
/** Multi-dimensional arrays: partial dimensions, ragged rows, negative sizes, class names, sharing on clone. */
import java.util.Arrays;

public class MultiArrays {
    public static void main(String[] args) {
        int[][] a = new int[2][3];
        int[][][] b = new int[2][3][];
        long[][][] c = new long[2][0][5];
        String[][] s = {{"a"}, {}, {"b", "c"}, null};
        a[1][2] = 7;
        System.out.println(Arrays.deepToString(a) + " " + Arrays.deepToString(b) + " " + Arrays.deepToString(c) + " " + Arrays.deepToString(s));
        System.out.println(a.getClass() + " " + b.getClass().getName() + " " + a[0].getClass().getComponentType() + " " + s.getClass().getSimpleName() + " " + b.getClass().getCanonicalName());
        int[][] shallow = a.clone();
        shallow[0][0] = 42;
        shallow[1] = new int[] {9};
        System.out.println(Arrays.deepToString(a) + " " + Arrays.deepToString(shallow) + " " + (a[0] == shallow[0]));
        Object[] o = a;
        o[0] = new int[] {1, 2};
        System.out.println(a[0].length);
        try {
            o[0] = new long[1];
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        try {
            int[][] neg = new int[2][-3];
        } catch (NegativeArraySizeException e) {
            System.out.println(e.getMessage());
        }
        try {
            int[][] neg = new int[0][-4];
            System.out.println("made " + neg.length);
        } catch (NegativeArraySizeException e) {
            System.out.println(e.getMessage());
        }
        int[] row[] = {{1, 2, 3}, {4, 5, 6}};
        int total = 0;
        for (int[] r : row) {
            for (int x : r) {
                total += x;
            }
        }
        System.out.println(total);
        double[][] m = {{1, 2}, {3, 4}}, p = new double[2][2];
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 2; j++) {
                for (int k = 0; k < 2; k++) {
                    p[i][j] += m[i][k] * m[k][j];
                }
            }
        }
        System.out.println(Arrays.deepToString(p) + " " + Arrays.deepEquals(m, new double[][] {{1, 2}, {3, 4}}) + " " + Arrays.deepHashCode(row));
        Object deep = new byte[1][1][1][1][1];
        System.out.println(deep instanceof Object[][][][] && !(deep instanceof Object[][][][][]));
        try {
            System.out.println(s[3][0]);
        } catch (NullPointerException e) {
            System.out.println("null row");
        }
    }
}
