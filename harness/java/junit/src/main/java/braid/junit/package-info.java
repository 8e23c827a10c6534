/**
 * Tests that hold under every schedule: annotate a method with {@link braid.junit.BraidTest}, and the JUnit Platform runs
 * it through {@code braid check}.
 */
package braid.junit;
