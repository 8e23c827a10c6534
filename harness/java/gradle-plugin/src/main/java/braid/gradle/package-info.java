/** The Gradle plug-in with the id {@code dev.braid}. */
package braid.gradle;
