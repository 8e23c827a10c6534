//@ verdict: deadlock
//@ revisions: none transactions
//@[none] flags: --reduction none --canon full
/** A superclass whose initializer makes a subclass, raced by direct use of the subclass. */
public class InitParentChild {
    static class Parent {
        static final Parent DEFAULT = new Child(); //~ BLOCKED

        static void touch() { }
    }

    static class Child extends Parent {
        static void touchChild() { }
    }

    public static void main(String[] args) {
        new Thread(() -> Parent.touch()).start();
        new Thread(() -> Child.touchChild()).start(); //~ BLOCKED
    }
}
