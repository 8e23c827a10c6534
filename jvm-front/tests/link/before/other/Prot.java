package other;
public class Prot { public void becomesProtected() {} }
