//@ run
/** Array creation, default values, element types, bounds, clone. */
public class ArraysBasic {
    public static void main(String[] args) {
        boolean[] z = new boolean[2];
        byte[] b = {1, -1, (byte) 200};
        char[] c = new char[] {'a', 0, '\uffff'};
        short[] s = {(short) 40000};
        int[] i = new int[3];
        long[] l = {1L << 40};
        float[] f = {1.5f};
        double[] d = new double[1];
        String[] str = new String[2];
        System.out.println(z[0] + " " + b[2] + " " + (int) c[1] + " " + (int) c[2] + " " + s[0] + " " + i[1] + " " + l[0] + " " + f[0] + " " + d[0] + " " + str[1]);
        b[0] += 127;
        b[0]++;
        s[0]--;
        c[0]++;
        i[1] += i[1]++ + 5;
        System.out.println(b[0] + " " + s[0] + " " + c[0] + " " + i[1]);
        int[] copy = i.clone();
        copy[0] = 99;
        System.out.println(i[0] + " " + copy[0] + " " + copy.length + " " + i.equals(copy));
        System.out.println(i.getClass().getName() + " " + str.getClass().getName() + " " + new int[1][2].getClass().getName());
        Object o = i;
        System.out.println((o instanceof int[]) + " " + (o instanceof Object[]) + " " + (o instanceof Cloneable) + " " + (o instanceof java.io.Serializable));
        int sum = 0;
        for (int x : new int[] {1, 2, 3, 4}) {
            sum += x;
        }
        System.out.println(sum);
        try {
            i[3] = 1;
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(i[-1]);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            int[] neg = new int[i[0] - 1];
        } catch (NegativeArraySizeException e) {
            System.out.println(e);
        }
        System.out.println(java.util.Arrays.toString(i) + " " + java.util.Arrays.toString(str) + " " + java.util.Arrays.asList("x", "y"));
    }
}
