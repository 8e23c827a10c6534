/** The Maven plug-in: {@code braid:check}. */
package braid.maven;
