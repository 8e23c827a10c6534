//@ verdict: verified
//@ flags: --models env -Dbraid.env.MODE=test -Dbraid.env.HOME=/nowhere
//@ states: 1

/** Variables of the environment are those that properties give. */
public class EnvGiven {
    public static void main(String[] args) {
        if (braid.Braid.isChecked()) {
            assert "test".equals(System.getenv("MODE"));
            assert System.getenv().size() == 2 && System.getenv().get("HOME").equals("/nowhere");
        }
        assert System.getenv("NO_SUCH_VARIABLE_ANYWHERE") == null;
    }
}
