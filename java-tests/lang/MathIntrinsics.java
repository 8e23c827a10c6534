//@ run
/** Functions that virtual machines have code of their own for. */
public class MathIntrinsics {
    private static void print(String name, double... values) {
        StringBuilder line = new StringBuilder(name);
        for (double value : values) {
            line.append(' ').append(value);
        }
        System.out.println(line);
    }

    public static void main(String[] args) {
        print("exp", Math.exp(0), Math.exp(1), Math.exp(2), Math.exp(-1), Math.exp(0.5), Math.exp(10), Math.exp(710));
        print("log", Math.log(2), Math.log(10), Math.log(0.5), Math.log(Math.E), Math.log(0), Math.log(-1));
        print("log10", Math.log10(2), Math.log10(1000), Math.log10(0.001), Math.log10(5));
        print("sin", Math.sin(1), Math.sin(Math.PI), Math.sin(0.5), Math.sin(-2), Math.sin(-0.0));
        print("cos", Math.cos(1), Math.cos(Math.PI), Math.cos(Math.PI / 2), Math.cos(0.1), Math.cos(1.0 / 0));
        print("tan", Math.tan(1), Math.tan(Math.PI / 4), Math.tan(-0.3));
        print("pow", Math.pow(2, 0.5), Math.pow(2, 10), Math.pow(10, -3), Math.pow(1.1, 10), Math.pow(-2, 3));
        print("pow", Math.pow(1, Double.NaN), Math.pow(-1, 1.0 / 0), Math.pow(0, -1), Math.pow(-8, 1.0 / 3));
        double growth = 1;
        double angle = 0;
        for (int i = 1; i <= 100; i++) {
            growth *= Math.exp(0.01) * Math.pow(1.01, i % 3);
            angle += Math.sin(i * 0.1) * Math.cos(i * 0.2);
        }
        print("sums", growth, angle);
    }
}
