//@ verdict: verified
//@ states: 2
/** A thread walks its stack in a program that has a name in common with a newer class library. */
public class WalksFrames {
    static int classOrMemberName = 1;

    public static void main(String[] args) {
        new Thread(() -> {
            long frames = StackWalker.getInstance().walk(stack -> stack.count());
            assert frames >= classOrMemberName;
        }).start();
    }
}
