//@ verdict: uncaught java.lang.IllegalThreadStateException
//@ jdk: 17
/** A group of daemons is destroyed with the end of its last thread; whether that is before another one is made in it shows. */
public class GroupDestroyed {
    @SuppressWarnings("removal")
    public static void main(String[] args) {
        ThreadGroup group = new ThreadGroup("group");
        group.setDaemon(true);
        new Thread(group, () -> { }).start();
        new Thread(group, () -> { }); //~ UNCAUGHT
    }
}
