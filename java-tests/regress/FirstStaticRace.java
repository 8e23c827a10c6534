//@ verdict: race
//@ flags: --races error
// Both accesses are the first ones to their class, and nothing orders them.
public class FirstStaticRace {
    static class Holder {
        static int global;
    }

    public static void main(String[] args) {
        new Thread(() -> Holder.global = 1).start(); //~ RACE
        System.out.println(Holder.global); //~ RACE
    }
}
