//@ run
//@ args: one two 3 --flag=x -y
/** Program arguments arrive as given. */
public class Arguments {
    public static void main(String[] args) {
        System.out.println(args.length);
        for (int i = 0; i < args.length; i++) {
            System.out.println(i + "=" + args[i]);
        }
        System.out.println(Integer.parseInt(args[2]) + 1);
        System.exit(args.length > 100 ? 9 : 0);
    }
}
