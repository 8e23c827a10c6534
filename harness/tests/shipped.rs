//! The models that ship with Braid: how they are named and kept, and what is said when that does not work. What they do is for the
//! checked programs to show (`java-tests/native`).

mod support;

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use support::process::{Outcome, run_with_deadline};
use support::scene::{DEADLINE, Scene, text};

const DRAWS: &str = "public class Draws { public static void main(String[] args) {\n\
                     assert java.util.UUID.randomUUID().version() == 4;\n\
                     assert System.getenv(\"MODE\") == null; } }";

fn check(scene: &Scene, options: &[&str]) -> Outcome {
    let words: Vec<&str> = ["check"].iter().chain(options).chain(&["Draws.java"]).copied().collect();
    run_with_deadline(scene.braid(&words).env("XDG_CACHE_HOME", scene.path("cache")), "", DEADLINE).expect("it ends")
}

fn kept(scene: &Scene) -> BTreeSet<String> {
    let folder = std::fs::read_dir(scene.path("cache/braid/models")).expect("the cache is there");
    folder.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn models_are_in_effect_only_where_they_are_asked_for() {
    let scene = Scene::new(&[("Draws.java", DRAWS)]);
    // Without the models the library's own code answers, from one fixed seed.
    let asks_model = |outcome: &Outcome| text(&outcome.stdout).contains("SecureRandom");
    let without = check(&scene, &[]);
    assert!(without.code == Some(0) && !asks_model(&without), "{}", text(&without.stdout));
    assert!(!scene.path("cache").exists(), "nothing is compiled unless it is asked for");
    let others = check(&scene, &["--models", "net", "--models", "env"]);
    assert!(others.code == Some(0) && !asks_model(&others), "{}", text(&others.stdout));
    for options in
        [&["--models", "random"][..], &["--models", "shipped"], &["--models", "shipped", "--models", "random"]]
    {
        let with = check(&scene, options);
        assert_eq!(with.code, Some(0), "{options:?}: {}{}", text(&with.stdout), text(&with.stderr));
        assert!(asks_model(&with), "{options:?}: {}", text(&with.stdout));
    }
    // In a configuration file names are names, not paths below its folder.
    scene.write("braid.toml", b"models = [\"random\"]\n");
    let configured = check(&scene, &[]);
    assert_eq!(configured.code, Some(0), "{}{}", text(&configured.stdout), text(&configured.stderr));
    std::fs::remove_file(scene.path("braid.toml")).expect("the file goes away");
    // A property reaches the model.
    let given = check(&scene, &["--models", "shipped", "-Dbraid.env.MODE=x"]);
    assert_eq!(given.code, Some(1), "{}", text(&given.stdout));
}

#[test]
fn sets_are_compiled_once_and_not_mixed_up() {
    let scene = Scene::new(&[("Draws.java", DRAWS)]);
    assert_eq!(check(&scene, &["--models", "random"]).code, Some(0));
    let first = kept(&scene);
    assert_eq!(first.len(), 2, "the set and what all of them call: {first:?}");
    // What is there is taken as it is: without the compiler nothing else would do.
    assert_eq!(check(&scene, &["--models", "random"]).code, Some(0));
    assert_eq!(kept(&scene), first);
    let many: Vec<_> = (0..3)
        .map(|_| {
            let mut command = scene.braid(&["check", "--models", "shipped", "Draws.java"]);
            command.env("XDG_CACHE_HOME", scene.path("other")).stdout(Stdio::null()).stderr(Stdio::piped());
            command.spawn().expect("the command starts")
        })
        .collect();
    for one in many {
        let done = one.wait_with_output().expect("the command ends");
        assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    }
    let left = std::fs::read_dir(scene.path("other/braid/models")).expect("the cache is there").count();
    assert_eq!(left, 5, "four sets and what all of them call, and nothing half done");
}

#[test]
fn what_does_not_work_is_told() {
    let scene = Scene::new(&[("Draws.java", DRAWS)]);
    // The cache is a file.
    std::fs::write(scene.path("cache"), "").expect("a file can be written");
    let outcome = check(&scene, &["--models", "random"]);
    assert_eq!(outcome.code, Some(3), "{}", text(&outcome.stdout));
    let said = text(&outcome.stderr);
    assert!(said.contains("--models random: ") && said.contains("cache/braid/models"), "{said}");
    std::fs::remove_file(scene.path("cache")).expect("the file goes away");
    // A name that is neither a set nor a file.
    let outcome = check(&scene, &["--models", "nett"]);
    assert_eq!(outcome.code, Some(3), "{}", text(&outcome.stdout));
    assert!(text(&outcome.stderr).contains("nett"), "{}", text(&outcome.stderr));
    // A compiler that fails.
    let home = runtime_without_compiler(&scene);
    let classes = scene.path("classes");
    scene.compile("Draws.java");
    let mut braid = scene.braid(&["check", "--models", "random", "--jdk"]);
    braid
        .arg(home)
        .arg("--classpath")
        .arg(classes)
        .args(["--main", "Draws"])
        .env("XDG_CACHE_HOME", scene.path("cache"));
    let outcome = run_with_deadline(&mut braid, "", DEADLINE).expect("it ends");
    assert_eq!(outcome.code, Some(3), "{}", text(&outcome.stdout));
    let said = text(&outcome.stderr);
    assert!(said.contains("--models random: javac failed") && said.contains("no compiler today"), "{said}");
    let left: Vec<String> = kept(&scene).into_iter().filter(|name| !name.starts_with("api-")).collect();
    assert!(left.is_empty(), "nothing half done is left: {left:?}");
}

/// The same class library, with a compiler that fails.
fn runtime_without_compiler(scene: &Scene) -> PathBuf {
    let home = scene.path("jdk");
    std::fs::create_dir_all(home.join("bin")).expect("a folder can be made");
    for name in ["lib", "release", "conf"] {
        std::os::unix::fs::symlink(scene.jdk.home.join(name), home.join(name)).expect("a link can be made");
    }
    let javac = home.join("bin/javac");
    std::fs::write(&javac, "#!/bin/sh\necho no compiler today >&2\nexit 1\n").expect("a file can be written");
    std::fs::set_permissions(&javac, std::fs::Permissions::from_mode(0o755)).expect("a file can be made a program");
    home
}

#[test]
fn every_source_is_in_the_command() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("java/models");
    let listed = Command::new("find").arg(&root).args(["-name", "*.java"]).output().expect("find runs");
    let source = include_str!("../src/models/shipped.rs");
    for path in text(&listed.stdout).lines() {
        let relative = path.strip_prefix(root.to_str().expect("text")).expect("below").trim_start_matches('/');
        let (_, file) = relative.split_once('/').expect("a set");
        assert!(source.contains(&format!("{file:?}")), "{relative} is in no set");
    }
}

#[test]
fn the_table_says_what_models_answer() {
    let scene = Scene::new(&[]);
    let mut braid = scene.braid(&["natives", "--models", "shipped"]);
    let outcome = run_with_deadline(braid.env("XDG_CACHE_HOME", scene.path("cache")), "", DEADLINE).expect("it ends");
    let said = text(&outcome.stdout);
    assert_eq!(outcome.code, Some(0), "{}", text(&outcome.stderr));
    for answer in ["java.net.LoopbackSocketImpl.platform", "java.security.ModelSecureRandom"] {
        assert!(said.contains(answer), "{answer} is not in the table:\n{said}");
    }
}
