//! Which loader defines the classes of a JDK module (`jdk.internal.module.ModuleLoaderMap` of JDK 17 to 25).

use braid_engine::program::ClassLoaderKind;

const BOOT: &[&str] = &[
    "java.base",
    "java.datatransfer",
    "java.desktop",
    "java.instrument",
    "java.logging",
    "java.management",
    "java.management.rmi",
    "java.naming",
    "java.prefs",
    "java.rmi",
    "java.security.sasl",
    "java.xml",
    "jdk.incubator.foreign",
    "jdk.incubator.vector",
    "jdk.internal.vm.ci",
    "jdk.jfr",
    "jdk.management",
    "jdk.management.agent",
    "jdk.management.jfr",
    "jdk.naming.rmi",
    "jdk.net",
    "jdk.nio.mapmode",
    "jdk.sctp",
    "jdk.unsupported",
];

const PLATFORM: &[&str] = &[
    "java.compiler",
    "java.net.http",
    "java.scripting",
    "java.se",
    "java.security.jgss",
    "java.smartcardio",
    "java.sql",
    "java.sql.rowset",
    "java.transaction.xa",
    "java.xml.crypto",
    "jdk.accessibility",
    "jdk.charsets",
    "jdk.crypto.cryptoki",
    "jdk.crypto.ec",
    "jdk.dynalink",
    "jdk.graal.compiler",
    "jdk.graal.compiler.management",
    "jdk.httpserver",
    "jdk.internal.vm.compiler",
    "jdk.internal.vm.compiler.management",
    "jdk.jsobject",
    "jdk.localedata",
    "jdk.naming.dns",
    "jdk.security.auth",
    "jdk.security.jgss",
    "jdk.xml.dom",
    "jdk.zipfs",
];

/// The defining loader of a module of the JDK; tools such as `jdk.compiler` belong to the application loader.
pub(crate) fn loader_of(module: &str) -> ClassLoaderKind {
    if BOOT.contains(&module) {
        ClassLoaderKind::Boot
    } else if PLATFORM.contains(&module) {
        ClassLoaderKind::Platform
    } else {
        ClassLoaderKind::App
    }
}
