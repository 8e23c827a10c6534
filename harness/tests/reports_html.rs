//! The HTML report in a real browser: what it shows, and what the keyboard does. With `BRAID_PICTURES=DIR` the pictures that
//! are taken are kept there, to be looked at.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use support::browser::{Browser, END, HOME, LEFT, RIGHT};
use support::jdk::{Jdk, judged};
use support::process::run_with_deadline;
use support::temp::TempDir;

struct Scene {
    folder: TempDir,
    jdk: Jdk,
}

impl Scene {
    fn new() -> Scene {
        let folder = TempDir::new("html").expect("a temporary directory");
        Scene { folder, jdk: judged() }
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, text).expect("a file can be written");
        path
    }

    /// Checks a program and answers its HTML report.
    fn report(&self, words: &[&str], code: i32) -> PathBuf {
        let file = self.folder.path().join("report.html");
        let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
        braid.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
        braid.env("JAVA_HOME", &self.jdk.home);
        braid.arg("check").arg("--report").arg(format!("html={}", file.display()));
        let outcome = run_with_deadline(braid.args(words), "", Duration::from_secs(120)).expect("the check ends");
        assert_eq!(outcome.code, Some(code), "{words:?}: {}", String::from_utf8_lossy(&outcome.stderr));
        file
    }
}

/// Takes pictures in both schemes. They differ, and neither is empty.
fn pictures(browser: &Browser, name: &str) {
    let taken = ["light", "dark"].map(|scheme| {
        browser.prefer(scheme);
        let picture = browser.picture();
        assert!(picture.starts_with(b"\x89PNG") && picture.len() > 10_000, "{name}: {} bytes", picture.len());
        if let Some(folder) = std::env::var_os("BRAID_PICTURES") {
            let file = Path::new(&folder).join(format!("{name}-{scheme}.png"));
            std::fs::write(file, &picture).expect("pictures can be kept");
        }
        picture
    });
    assert!(taken[0] != taken[1], "{name}: light and dark look the same");
    browser.prefer("light");
}

/// Lines of the source that are marked: the number, and whose they are.
fn marked(browser: &Browser) -> Vec<(String, String)> {
    let numbers = browser.texts(".sl:is(.at, .now) .n");
    let threads = browser.texts(".sl:is(.at, .now) .who");
    numbers.into_iter().zip(threads).collect()
}

fn at(line: &str, thread: &str) -> (String, String) {
    (line.to_owned(), format!("◂ {thread}"))
}

#[test]
fn reports_are_stepped_through_by_keyboard() {
    let scene = Scene::new();
    let browser = Browser::start(1400, 900);
    deadlock(&scene, &browser);
    assertion(&scene, &browser);
    livelock(&scene, &browser);
    race(&scene, &browser);
    text_of_the_program_stays_text(&scene, &browser);
    long_executions_are_shown_in_part(&scene, &browser);
    several_findings(&scene, &browser);
    verified(&scene, &browser);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

fn deadlock(scene: &Scene, browser: &Browser) {
    browser.open(&scene.report(&["java-tests/deadlock/LockInversion.java"], 1));
    assert_eq!(browser.text(".title"), "deadlock: 2 threads wait for ever");
    assert_eq!(browser.texts(".heads > div"), ["", "main", "first", "second"]);
    assert_eq!(browser.text(".count"), "step 1 of 7");
    assert_eq!(marked(browser), [at("16", "main")]);
    // Forwards and back.
    browser.press(&[RIGHT, RIGHT, RIGHT]);
    assert_eq!(browser.text(".count"), "step 4 of 7");
    assert_eq!(browser.text(".row.now .act"), "locks LockInversion.B");
    assert_eq!(marked(browser), [at("18", "second")]);
    assert_eq!(browser.texts(".state section:nth-child(2) tr"), ["LockInversion.Bsecond"]);
    browser.press(&[LEFT]);
    assert_eq!(browser.text(".count"), "step 3 of 7");
    assert_eq!(browser.texts(".state section:nth-child(2) tr"), ["none"]);
    browser.press(&[END, RIGHT]);
    assert_eq!(browser.text(".count"), "step 7 of 7");
    assert_eq!(marked(browser), [at("13", "first"), at("19", "second")]);
    assert_eq!(browser.texts(".state section:nth-child(2) tr"), ["LockInversion.Bsecond", "LockInversion.Afirst"]);
    let threads = browser.texts(".state section:nth-child(1) tr");
    assert_eq!(threads[0], "mainended");
    assert!(threads[1].contains("waits to lock LockInversion.B, held by second"), "{threads:?}");
    // The wait-for graph: two threads, two arrows of a cycle, each with its lock.
    assert_eq!(browser.texts(".graph .who"), ["first", "second"]);
    assert_eq!(browser.texts(".graph .label"), ["LockInversion.B", "LockInversion.A"]);
    assert_eq!(browser.eval("return document.querySelectorAll('.graph path.cycle').length"), 2);
    // From one context switch to the next.
    browser.press(&[HOME, "]"]);
    assert_eq!(browser.text(".count"), "step 4 of 7");
    browser.press(&["]", "["]);
    assert_eq!(browser.text(".count"), "step 4 of 7");
    // Frames of the library are hidden, or not.
    let visible =
        "return [...document.querySelectorAll('.stack li')].filter(e => getComputedStyle(e).display != 'none').length";
    assert_eq!(browser.eval(visible), 2);
    browser.press(&["f"]);
    assert_eq!(browser.eval(visible), 4);
    browser.press(&["f", END]);
    pictures(browser, "deadlock");
    // Without scripts there is a table, and nothing to step through.
    assert!(browser.sees(".player .row") && !browser.sees(".static td"));
    browser.allow_scripts(false);
    assert!(browser.sees(".static td") && browser.sees(".graph svg") && !browser.sees(".player .row"));
    browser.allow_scripts(true);
    // Of many threads the column of the step is the one that can be seen.
    browser.open(&scene.report(&["java-tests/monitor/NotifyInsteadOfNotifyAll.java"], 1));
    browser.press(&[END, "[", "[", "["]);
    assert_eq!(browser.text(".said .chip"), "Thread-3");
    let inside =
        "const [cell, list] = ['.row.now .cell', '.list'].map(q => document.querySelector(q).getBoundingClientRect());
        return cell.left >= list.left && cell.right <= list.right + 1";
    assert_eq!(browser.eval(inside), true);
    assert_eq!(browser.texts(".graph .who").len(), 2);
    pictures(browser, "many");
}

fn assertion(scene: &Scene, browser: &Browser) {
    browser.open(&scene.report(&["java-tests/race/LostUpdate.java"], 1));
    browser.press(&[END]);
    assert!(browser.text(".row.now .act").starts_with("✗ throws java.lang.AssertionError"));
    let values = browser.texts(".state section:nth-child(3) tr");
    assert!(values.iter().any(|value| value.starts_with("LostUpdate.")), "{values:?}");
    assert!(browser.texts(".stack .own").iter().any(|line| line.starts_with("LostUpdate.main(")));
    pictures(browser, "assertion");
    // Steps of the library are told with --trace full only, and then they may be hidden.
    browser.open(&scene.report(&["--trace", "full", "java-tests/race/LostUpdate.java"], 1));
    let steps = |text: String| text.rsplit(' ').next().and_then(|n| n.parse::<u32>().ok()).expect("a number");
    let few = steps(browser.text(".count"));
    browser.press(&["f"]);
    let many = steps(browser.text(".count"));
    assert!(few < many, "{few} of {many} steps");
}

fn livelock(scene: &Scene, browser: &Browser) {
    browser.open(&scene.report(&["java-tests/livelock/TwoSpinners.java"], 1));
    assert!(browser.text(".title").starts_with("livelock: "));
    assert_eq!(browser.texts(".row.rule .cell"), ["↻ from here on the same happens again and again"]);
    browser.press(&[END]);
    assert_eq!(browser.text(".row.now .act"), "✗ runs for ever");
    pictures(browser, "livelock");
}

fn race(scene: &Scene, browser: &Browser) {
    browser.open(&scene.report(&["--races", "error", "java-tests/race/PlainCounter.java"], 1));
    assert!(browser.text(".title").starts_with("data race: nothing orders two accesses to PlainCounter."));
    assert_eq!(browser.texts(".waits .chip").len(), 2);
    browser.press(&[END]);
    assert!(browser.text(".row.now .act").contains("is about to "));
    pictures(browser, "race");
}

/// Names and texts of a program that look like HTML or end a script.
fn text_of_the_program_stays_text(scene: &Scene, browser: &Browser) {
    let nasty = "</script><script>document.title='gone'</script><b>\\u2028&amp;";
    let source = scene.write(
        "Nasty.java",
        &format!(
            "public class Nasty {{ static volatile String s; public static void main(String[] args) throws Exception {{
                Thread t = new Thread(() -> s = \"{nasty}\", \"<img src=x onerror=document.title='gone'>\");
                t.start(); t.join(); System.out.println(s);
                throw new IllegalStateException(s);
            }} }} // </script>\n"
        ),
    );
    browser.open(&scene.report(&[source.to_str().expect("a path")], 1));
    browser.press(&[END]);
    assert!(
        browser.eval("return document.title").as_str().is_some_and(|title| title.contains("IllegalStateException"))
    );
    assert_eq!(browser.eval("return document.querySelectorAll('img, main b b').length"), 0);
    assert!(browser.text(".title").contains("</script><script>"), "{}", browser.text(".title"));
    assert!(browser.texts(".heads > div").iter().any(|head| head.starts_with("<img src=x")));
}

/// 10,000 steps: a part of them is in the document, and all can be reached.
fn long_executions_are_shown_in_part(scene: &Scene, browser: &Browser) {
    let source = scene.write(
        "Long.java",
        "public class Long { static volatile int a, b; public static void main(String[] args) throws Exception {
            Thread t = new Thread(() -> { for (int i = 0; i < 2500; i++) { a = i; b = a + 1; } }, \"other\");
            t.start(); t.join();
            for (int i = 0; i < 1300; i++) { a = i; }
            assert b == 0;
        } }",
    );
    browser.open(&scene.report(&["--trace", "full", source.to_str().expect("a path")], 1));
    let steps = browser.text(".count").rsplit(' ').next().and_then(|n| n.parse::<u32>().ok()).expect("a number");
    assert!(steps > 8000, "{steps} steps");
    let rows = "return document.querySelectorAll('.row').length";
    assert!(browser.eval(rows).as_u64().is_some_and(|rows| rows < 60), "{}", browser.eval(rows));
    browser.press(&[END]);
    assert_eq!(browser.text(".row.now .no"), steps.to_string());
    assert!(browser.text(".row.now .act").starts_with("✗ throws"));
    assert!(browser.eval(rows).as_u64().is_some_and(|rows| rows < 60), "{}", browser.eval(rows));
    let values = browser.texts(".state section:nth-child(3) tr");
    assert_eq!(values, ["Long.b2500", "Long.a1299"]);
}

fn several_findings(scene: &Scene, browser: &Browser) {
    let source = scene.write(
        "Several.java",
        "public class Several { static volatile int x; public static void main(String[] args) throws Exception {
            Thread t = new Thread(() -> { x++; });
            t.start();
            x++;
            if (x == 1) throw new IllegalStateException(\"one\");
            if (x == 2) throw new IllegalArgumentException(\"two\");
        } }",
    );
    browser.open(&scene.report(&["--all", source.to_str().expect("a path")], 1));
    assert_eq!(browser.texts(".checks tr").len(), 2);
    let shown = "return [...document.querySelectorAll('.finding')].filter(e => e.offsetParent).map(e => e.id).join()";
    assert_eq!(browser.eval(shown), "f1");
    browser.eval("document.querySelector('[data-select=f2]').click()");
    assert_eq!(browser.eval(shown), "f2");
    browser.press(&[END]);
    let steps = browser.text("#f2 .count");
    assert_eq!(steps.split(' ').nth(1), steps.rsplit(' ').next(), "{steps}");
}

fn verified(scene: &Scene, browser: &Browser) {
    browser.open(&scene.report(&["java-tests/deadlock/LockOrder.java"], 0));
    assert!(browser.text("main h2").starts_with("verified"));
    assert!(browser.texts(".more li").iter().any(|text| text.contains("fair")));
}
