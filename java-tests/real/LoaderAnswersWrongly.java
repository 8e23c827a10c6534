//@ verdict: verified
//@ states: 15
// A loader of the program's own answers null, or a class of another name: that is no class of the name that was asked for.
public class LoaderAnswersWrongly {
    static volatile Class<?> answer;

    static class Loader extends ClassLoader {
        int asked;

        @Override
        public Class<?> loadClass(String name) {
            asked++;
            return answer;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> answer = String.class);
        other.start();
        Loader loader = new Loader();
        for (int i = 1; i <= 2; i++) {
            try {
                Class.forName("LoaderAnswersWrongly", false, loader);
                assert false;
            } catch (ClassNotFoundException e) {
                assert loader.asked == i && "LoaderAnswersWrongly".equals(e.getMessage());
            }
        }
        other.join();
        assert Class.forName("java.lang.String", false, loader) == String.class;
        assert loader.asked == 3;
    }
}
