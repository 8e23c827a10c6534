package braid;

/**
 * Something that a thread does as a whole, once that is possible. See {@link Braid#await(Action)}.
 *
 * <pre>{@code
 * Braid.await(new Action() {
 *     protected boolean attempt() {
 *         if (buffer.isEmpty()) {
 *             return false;
 *         }
 *         taken = buffer.remove();
 *         return true;
 *     }
 * });
 * }</pre>
 */
public abstract class Action {
    /** An action. */
    protected Action() { }

    /**
     * Does it if it is possible, and says whether it was. An attempt that says no must not have changed anything that was there
     * before; one that says yes is done. It may ask for choices, and must not wait.
     */
    protected abstract boolean attempt();
}
