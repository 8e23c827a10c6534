package other;
public class Pkg { public static void call() {} }
