//@ run
/** Arrays larger than any heap give OutOfMemoryError, and the program goes on. */
public class OutOfMemory {
    public static void main(String[] args) {
        try {
            long[] a = new long[Integer.MAX_VALUE];
            System.out.println(a.length);
        } catch (OutOfMemoryError e) {
            System.out.println(e.getMessage());
        }
        try {
            Object[] a = new Object[Integer.MAX_VALUE];
            System.out.println(a.length);
        } catch (OutOfMemoryError e) {
            System.out.println(e);
        }
        try {
            int[][] a = new int[Integer.MAX_VALUE][Integer.MAX_VALUE];
            System.out.println(a.length);
        } catch (VirtualMachineError e) {
            System.out.println(e.getClass().getName());
        }
        try {
            int[] a = new int[-5];
            System.out.println(a.length);
        } catch (NegativeArraySizeException e) {
            System.out.println(e.getMessage());
        }
        try {
            "abcdefgh".repeat(Integer.MAX_VALUE / 4);
        } catch (OutOfMemoryError e) {
            System.out.println(e.getMessage());
        }
        int[] small = new int[1000];
        System.out.println(small.length);
    }
}
