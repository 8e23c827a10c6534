/**
 * Finds the {@code braid} command, starts it and reads its report. For the JUnit engine and the build plug-ins.
 */
package braid.launch;
