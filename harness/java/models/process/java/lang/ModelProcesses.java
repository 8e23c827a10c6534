package java.lang;

import braid.Braid;
import braid.Model;

/** The process of the program is the only one; of itself it knows its number (property {@code braid.process.pid}, else 1). */
final class ModelProcesses {
    private static final long PID = Long.getLong("braid.process.pid", 1);

    private ModelProcesses() { }

    @Model(value = "java.lang.ProcessHandleImpl#getCurrentPid0()J", replace = true)
    static long currentPid() {
        return PID;
    }

    /** When a process was started, or -1 if there is none. */
    @Model(value = "java.lang.ProcessHandleImpl#isAlive0(J)J", replace = true)
    static long isAlive(long pid) {
        return pid == PID ? 0 : -1;
    }

    @Model(value = "java.lang.ProcessHandleImpl#parent0(JJ)J", replace = true)
    static long parent(long pid, long started) {
        return -1;
    }

    /** All processes, or the children of one. */
    @Model(value = "java.lang.ProcessHandleImpl#getProcessPids0(J[J[J[J)I", replace = true)
    static int processes(long parent, long[] pids, long[] parents, long[] started) {
        if (parent != 0) {
            return 0;
        }
        if (pids.length > 0) {
            pids[0] = PID;
            if (parents != null) {
                parents[0] = 0;
            }
            if (started != null) {
                started[0] = 0;
            }
        }
        return 1;
    }

    /** Nothing is known of a process but its number. */
    @Model(value = "java.lang.ProcessHandleImpl$Info#info0(J)V", replace = true)
    static void info(ProcessHandleImpl.Info info, long pid) { }

    @Model(value = "java.lang.ProcessHandleImpl#destroy0(JJZ)Z", replace = true)
    static boolean destroy(long pid, long started, boolean forcibly) {
        Braid.refuse("ending a process");
        return false;
    }
}
