//! The engine as a library takes rows of an embedding program: its documented example, run, and what the table refuses.

mod support;

#[path = "../../engine/examples/rust_models.rs"]
mod example;

use braid_engine::check::{Verdict, ViolationKind};
use braid_engine::natives::effect::{Answer, Effect};
use braid_engine::natives::{NativeTable, Outcome, Row, RowError};
use support::jdk::{Jdk, compile, tested};
use support::temp::TempDir;

const METER: &str = "class Meter {
    static native int scale(int value);
    static native void sample(int[] into);
    static native boolean isOnline();
}";

/// Compiles a main class beside `Meter`.
fn classes(jdk: &Jdk, body: &str) -> TempDir {
    let folder = TempDir::new("rust-models").expect("a temporary folder");
    let source = folder.path().join("Main.java");
    let text = format!("{METER}\npublic class Main {{ static int n; {body} }}");
    std::fs::write(&source, text).expect("the source is written");
    compile(jdk, &[&source], folder.path()).expect("the program compiles");
    folder
}

fn check(body: &str) -> Vec<Verdict> {
    let check = |jdk: Jdk| {
        let folder = classes(&jdk, body);
        let checked = example::check(&jdk.home, folder.path(), "Main", &example::ROWS);
        checked.expect("the program begins").0
    };
    tested().into_iter().map(check).collect()
}

#[test]
fn rows_of_an_embedding_program_answer_its_natives() {
    let body = "public static void main(String[] args) throws Exception {
        int[] data = new int[2];
        Thread other = new Thread(() -> { synchronized (data) { Meter.sample(data); } });
        other.start();
        synchronized (data) { assert data[1] == 0 || data[1] == 101; }
        other.join();
        assert data[0] == 100 && data[1] == 101 && Meter.scale(7) == 70;
    }";
    for verdict in check(body) {
        assert!(matches!(verdict, Verdict::Verified(_)), "{verdict:?}");
    }
}

#[test]
fn an_effect_that_a_row_declares_is_one_for_races() {
    let body = "public static void main(String[] args) throws Exception {
        int[] data = new int[2];
        new Thread(() -> Meter.sample(data)).start();
        n = data[1];
    }";
    for verdict in check(body) {
        assert!(matches!(&verdict, Verdict::Violated(v) if v.kind() == ViolationKind::Race), "{verdict:?}");
    }
}

#[test]
fn both_answers_of_a_choice_are_explored() {
    let body = "public static void main(String[] args) { assert Meter.isOnline(); }";
    for verdict in check(body) {
        assert!(matches!(verdict, Verdict::Violated(_)), "{verdict:?}");
    }
    let body = "public static void main(String[] args) { assert !Meter.isOnline(); }";
    for verdict in check(body) {
        assert!(matches!(verdict, Verdict::Violated(_)), "{verdict:?}");
    }
}

fn row(class: &'static str, name: &'static str, descriptor: &'static str, effect: Effect) -> &'static Row {
    Box::leak(Box::new(Row {
        class,
        name,
        descriptor,
        effect,
        answer: Answer::Computed,
        run: |_, _, _| Outcome::void(),
    }))
}

#[test]
fn a_row_that_does_not_fit_is_refused() {
    let refused = |rows: &[&'static Row]| NativeTable::with(false, rows.iter().copied()).err();
    let hash = row("java/lang/Object", "hashCode", "()I", Effect::Nothing);
    assert_eq!(refused(&[hash]), Some(RowError::Twice("java.lang.Object.hashCode()I".into())));
    let own = row("Meter", "sample", "([I)V", Effect::Nothing);
    assert_eq!(refused(&[own]), None);
    assert_eq!(refused(&[own, own]), Some(RowError::Twice("Meter.sample([I)V".into())));
    // Models of the class library count even where they are not in use.
    let model = braid_engine::natives::model_rows().next().expect("there are models");
    assert!(matches!(
        refused(&[row(model.class, model.name, model.descriptor, Effect::Nothing)]),
        Some(RowError::Twice(_))
    ));
    assert!(matches!(refused(&[row("<engine>", "x", "()V", Effect::Nothing)]), Some(RowError::Own(_))));
    for wrong in ["", "I", "(I", "()", "(Q)V", "(V)V", "()VV", "(Ljava/lang/String)V", "([)V"] {
        let refused = refused(&[row("Meter", "x", wrong, Effect::Nothing)]);
        assert!(matches!(refused, Some(RowError::Descriptor(_))), "{wrong}: {refused:?}");
    }
    let slot = refused(&[row("Meter", "x", "(IJI)V", Effect::Object(2))]);
    assert_eq!(slot, Some(RowError::Slot("Meter.x(IJI)V".into(), 2)));
    assert_eq!(refused(&[row("Meter", "x", "(I[I)V", Effect::Object(1))]), None);
}
