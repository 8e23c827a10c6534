//@ verdict: verified
//@ flags: --models process -Dbraid.process.pid=4242
//@ states: 1

import java.util.Optional;

/** A process knows its number and is alive; another one is not there. */
public class ProcessItself {
    public static void main(String[] args) {
        ProcessHandle current = ProcessHandle.current();
        assert current.isAlive() && current.equals(ProcessHandle.current());
        assert ProcessHandle.of(current.pid()).equals(Optional.of(current));
        assert current.info() != null && current.children().count() == 0;
        if (braid.Braid.isChecked()) {
            assert current.pid() == 4242 && current.info().command().isEmpty();
            assert ProcessHandle.of(1).isEmpty() && current.parent().isEmpty();
            assert ProcessHandle.allProcesses().count() == 1;
        }
    }
}
