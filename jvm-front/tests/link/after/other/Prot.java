package other;
public class Prot { protected void becomesProtected() {} }
