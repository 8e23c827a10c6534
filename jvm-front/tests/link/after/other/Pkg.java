package other;
public class Pkg { static void call() {} }
