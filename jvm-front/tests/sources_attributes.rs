//! The typed readers give back what a source file says, for every attribute javac writes.

mod common;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use braid_jvm_front::classfile::{
    Annotation, ClassFile, ConstIndex, Constant, ElementValue, HandleKind, Operand, RefKind, Retention, Tag, access,
    decode_everything,
};
use braid_jvm_front::source::{ClassSource, Directory, Found, Listed};

const SOURCE: &str = r#"
package p;

import java.lang.annotation.*;
import java.util.*;
import java.util.function.*;

public class All<T extends Comparable<T>> implements java.io.Serializable {
    static final int I = -7;
    static final long L = 1L << 40;
    static final float F = 1.5f;
    static final double D = -0.0;
    static final String S = "lone \uD83D and \0 and \uD83D\uDE00";
    @Deprecated volatile List<? super T> list;

    @Retention(RetentionPolicy.RUNTIME) @Target({ElementType.TYPE, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE_USE})
    @interface Mark {
        int value() default 3;
        char c() default 'x';
        boolean z() default true;
        long j() default 5;
        double d() default 2.5;
        String[] names() default {};
        Class<?> type() default void.class;
        RetentionPolicy policy() default RetentionPolicy.CLASS;
        Deprecated nested() default @Deprecated(since = "9");
    }

    sealed interface Shape permits Circle, Square {}
    record Circle(@Mark(1) double radius, List<String> tags) implements Shape {}
    record Square(int side) implements Shape {}

    @Mark(value = 4, names = {"a", "b"}, type = int[].class, policy = RetentionPolicy.SOURCE)
    synchronized <X extends Exception> int m(@Mark int a, long b, @Mark(9) String c) throws X, java.io.IOException {
        int sum = 0;
        for (int i = 0; i < a; i++) {
            sum += i;
        }
        try {
            sum += c.length();
        } catch (NullPointerException e) {
            return -1;
        } finally {
            sum++;
        }
        @Mark String local = c;
        List<String> generic = new ArrayList<>();
        generic.add(local);
        return sum + (int) b;
    }

    static Supplier<String> lambda(int captured) {
        return () -> "n" + captured;
    }

    static Object inLocal() {
        class Local {}
        return new Local();
    }

    static int table(int i) {
        switch (i) { case 1: return 10; case 2: return 20; case 3: return 30; default: return 0; }
    }

    static int lookup(int i) {
        switch (i) { case -1000: return 10; case 1000: return 20; default: return 0; }
    }

    native int n(int[][] a);
}
"#;

/// The classes of [`SOURCE`], compiled once for all tests.
struct Compiled {
    classes: BTreeMap<String, Found>,
}

static COMPILED: LazyLock<[Compiled; 2]> = LazyLock::new(|| [17, 25].map(Compiled::new));

impl Compiled {
    fn new(feature: u16) -> Self {
        let jdk = common::jdk(feature);
        let dir = tempfile::tempdir().expect("temporary directory");
        let file = dir.path().join("All.java");
        std::fs::write(&file, SOURCE).expect("writes");
        let output = jdk.compile(&[file], None).unwrap_or_else(|error| panic!("{error}"));
        let source = ClassSource::Directory(Directory::new(output.path()));
        let list = source.list().expect("lists");
        let read = |listed: &Listed| (listed.name.clone(), source.read(listed).expect("reads").expect("is there"));
        Self { classes: list.iter().map(read).collect() }
    }

    fn class(&self, name: &str) -> ClassFile {
        let class = self.classes[&format!("p/{name}.class")].parse().unwrap_or_else(|error| panic!("{error}"));
        decode_everything(&class).unwrap_or_else(|error| panic!("{error}"));
        class
    }
}

fn both(check: impl Fn(&Compiled)) {
    COMPILED.iter().for_each(check);
}

#[test]
fn class_attributes() {
    both(|compiled| {
        let all = compiled.class("All");
        assert_eq!((all.name(), all.super_name()), ("p/All", Some("java/lang/Object")));
        assert_eq!(all.interfaces().collect::<Vec<_>>(), ["java/io/Serializable"]);
        let attributes = all.attributes();
        assert_eq!(attributes.source_file(), Ok(Some("All.java")));
        let signature = "<T::Ljava/lang/Comparable<TT;>;>Ljava/lang/Object;Ljava/io/Serializable;";
        assert_eq!(attributes.signature(), Ok(Some(signature)));
        let mut members = attributes.nest_members().expect("decodes");
        members.sort_unstable();
        assert_eq!(members, ["p/All$1Local", "p/All$Circle", "p/All$Mark", "p/All$Shape", "p/All$Square"]);

        let circle = compiled.class("All$Circle");
        assert_eq!(circle.attributes().nest_host(), Ok(Some("p/All")));
        let components = circle.attributes().record().expect("decodes").expect("is a record");
        let parts: Vec<_> = components.iter().map(|c| (c.name, c.descriptor, c.attributes.signature())).collect();
        let list = Ok(Some("Ljava/util/List<Ljava/lang/String;>;"));
        assert_eq!(parts, [("radius", "D", Ok(None)), ("tags", "Ljava/util/List;", list)]);
        let row = circle.attributes().inner_classes().expect("decodes").into_iter().find(|r| r.inner == "p/All$Circle");
        assert_eq!(row.and_then(|row| Some((row.outer?, row.name?))), Some(("p/All", "Circle")));
        assert_eq!(circle.attributes().source_access(), Ok(access::STATIC | access::FINAL));

        let shape = compiled.class("All$Shape");
        assert!(shape.is_interface());
        let permitted = shape.attributes().permitted_subclasses();
        assert_eq!(permitted, Ok(Some(vec!["p/All$Circle", "p/All$Square"])));
        assert_eq!(circle.attributes().permitted_subclasses(), Ok(None));

        let local = compiled.class("All$1Local");
        let enclosing = local.attributes().enclosing_method().expect("decodes").expect("is local");
        assert_eq!((enclosing.class, enclosing.method), ("p/All", Some(("inLocal", "()Ljava/lang/Object;"))));
    });
}

#[test]
fn fields_and_constants() {
    both(|compiled| {
        let all = compiled.class("All");
        let value = |name: &str| {
            let field = all.fields().find(|field| field.name() == name).expect("exists");
            field.attributes().constant_value().expect("decodes").expect("is constant")
        };
        assert_eq!(value("I").1, Constant::Integer(-7));
        assert_eq!(value("L").1, Constant::Long(1 << 40));
        assert_eq!(value("F").1, Constant::Float(1.5));
        assert!(matches!(value("D").1, Constant::Double(d) if d == 0.0 && d.is_sign_negative()));
        let (index, text) = value("S");
        assert_eq!(text, Constant::String("lone \u{10D83D} and \0 and \u{1F600}"));
        let mut exact: Vec<u16> = "lone ? and \0 and \u{1F600}".encode_utf16().collect();
        exact[5] = 0xD83D;
        assert_eq!(all.constants().string_utf16(index), Ok(exact));
        assert!(all.constants().string_utf16(ConstIndex(0)).is_err() && all.constants().utf8(index).is_err());

        let list = all.fields().find(|field| field.name() == "list").expect("exists");
        assert_eq!(list.access(), access::VOLATILE);
        assert!(list.attributes().is_deprecated());
        assert_eq!(list.attributes().signature(), Ok(Some("Ljava/util/List<-TT;>;")));
    });
}

#[test]
fn annotations() {
    both(|compiled| {
        let all = compiled.class("All");
        let m = all.find_method("m", "(IJLjava/lang/String;)I").expect("exists");
        let marks = m.attributes().annotations(Retention::Runtime).expect("decodes");
        let [mark] = &marks[..] else { panic!("{marks:?}") };
        assert_eq!(mark.descriptor, "Lp/All$Mark;");
        assert_eq!(mark.element("value"), Some(&ElementValue::Int(4)));
        let names = ElementValue::Array(vec![ElementValue::String("a"), ElementValue::String("b")]);
        assert_eq!(mark.element("names"), Some(&names));
        assert_eq!(mark.element("type"), Some(&ElementValue::Class("[I")));
        let policy = ElementValue::Enum("Ljava/lang/annotation/RetentionPolicy;", "SOURCE");
        assert_eq!(mark.element("policy"), Some(&policy));
        assert_eq!(mark.element("absent"), None);
        assert_eq!(m.attributes().annotations(Retention::Class), Ok(vec![]));

        let parameters = m.attributes().parameter_annotations(Retention::Runtime).expect("decodes");
        let values: Vec<_> =
            parameters.iter().map(|marks| marks.first().map(|mark| mark.element("value").cloned())).collect();
        assert_eq!(values, [Some(None), None, Some(Some(ElementValue::Int(9)))]);
        assert_eq!(
            m.attributes().type_annotations(Retention::Runtime).expect("decodes").len(),
            3,
            "result and parameters"
        );
        let code = m.code().expect("decodes").expect("has code");
        let in_code = code.attributes().type_annotations(Retention::Runtime).expect("decodes");
        assert_eq!(in_code.iter().map(|a| (a.target_type, a.target.len())).collect::<Vec<_>>(), [(0x40, 8)]);

        let mark = compiled.class("All$Mark");
        let default = |name: &str| {
            let method = mark.methods().find(|method| method.name() == name).expect("exists");
            method.attributes().annotation_default().expect("decodes").expect("has a default")
        };
        assert_eq!(default("value"), ElementValue::Int(3));
        assert_eq!(default("c"), ElementValue::Char(u16::from(b'x')));
        assert_eq!(default("z"), ElementValue::Boolean(true));
        assert_eq!(default("j"), ElementValue::Long(5));
        assert_eq!(default("d"), ElementValue::Double(2.5));
        assert_eq!(default("names"), ElementValue::Array(vec![]));
        assert_eq!(default("type"), ElementValue::Class("V"));
        let since = vec![("since", ElementValue::String("9"))];
        let nested = Annotation { descriptor: "Ljava/lang/Deprecated;", elements: since };
        assert_eq!(default("nested"), ElementValue::Annotation(Box::new(nested)));
    });
}

#[test]
fn code_tables() {
    both(|compiled| {
        let all = compiled.class("All");
        let m = all.find_method("m", "(IJLjava/lang/String;)I").expect("exists");
        assert_eq!(m.access(), access::SYNCHRONIZED);
        assert_eq!(m.argument_slots(), 5);
        assert_eq!(m.attributes().exceptions(), Ok(vec!["java/lang/Exception", "java/io/IOException"]));
        let code = m.code().expect("decodes").expect("has code");
        let catches: Vec<_> = code.exceptions().expect("decodes").iter().map(|row| row.catch).collect();
        assert_eq!(catches[0], Some("java/lang/NullPointerException"));
        assert!(catches[1..].iter().all(Option::is_none) && catches.len() >= 3, "finally catches all: {catches:?}");
        let variables = code.local_variables().expect("decodes");
        let slot = |name: &str| variables.iter().find(|v| v.name == name).map(|v| (v.slot, v.descriptor));
        assert_eq!((slot("this"), slot("b")), (Some((0, "Lp/All;")), Some((2, "J"))));
        let types = code.local_variable_types().expect("decodes");
        assert!(types.iter().any(|v| (v.name, v.descriptor) == ("generic", "Ljava/util/List<Ljava/lang/String;>;")));

        let lines = code.lines().expect("decodes");
        let sum_at = 1 + SOURCE.lines().position(|line| line.contains("int sum = 0;")).expect("is there") as u16;
        assert_eq!((lines.line_at(0), lines.line_at(1)), (Some(sum_at), Some(sum_at)));
        let last = u16::try_from(code.bytecode().len() - 1).expect("small");
        let return_at =
            1 + SOURCE.lines().position(|line| line.contains("return sum + (int) b")).expect("is there") as u16;
        let decoded = code.decode().expect("decodes");
        assert!(lines.rows().iter().any(|row| row.line == return_at) && lines.line_at(last).is_some());
        for frame in code.stack_map().expect("decodes") {
            assert!(decoded.index_at(frame.offset).is_some());
            assert_eq!(frame.local_slots().count(), frame.locals.iter().map(|ty| ty.slots()).sum::<usize>());
        }

        let n = all.find_method("n", "([[I)I").expect("exists");
        assert!(!n.has_code() && n.code().is_ok_and(|code| code.is_none()));
    });
}

#[test]
fn switches_and_bootstraps() {
    both(|compiled| {
        let all = compiled.class("All");
        let keys = |name: &str| {
            let method = all.find_method(name, "(I)I").expect("exists");
            let decoded = method.code().expect("decodes").expect("has code").decode().expect("decodes");
            let switch = decoded.instructions().iter().find_map(|instruction| match instruction.operand {
                Operand::Table(switch) => Some(switch.targets().collect::<Vec<_>>()),
                Operand::Lookup(switch) => Some(switch.targets().collect()),
                _ => None,
            });
            let switch = switch.expect("has a switch");
            // Each case pushes its own number.
            let pushed = |target: u16| match decoded.instructions()[decoded.index_at(target).expect("a start")].operand
            {
                Operand::Int(value) => value,
                other => panic!("{other:?}"),
            };
            switch.into_iter().map(|(key, target)| (key, pushed(target))).collect::<Vec<_>>()
        };
        assert_eq!(keys("table"), [(1, 10), (2, 20), (3, 30)]);
        assert_eq!(keys("lookup"), [(-1000, 10), (1000, 20)]);

        let sites: Vec<_> = all.constants().iter().filter(|(_, tag)| *tag == Tag::InvokeDynamic).collect();
        assert_eq!(sites.len(), 2, "a lambda and a concatenation");
        for (index, _) in sites {
            let site = all.constants().invoke_dynamic(index).expect("decodes");
            let bootstrap = all.bootstrap_method(site.bootstrap).expect("decodes");
            assert_eq!(
                (bootstrap.method.kind, bootstrap.method.reference.kind),
                (HandleKind::InvokeStatic, RefKind::Method)
            );
            match site.name {
                "get" => {
                    assert_eq!(bootstrap.method.reference.name, "metafactory");
                    let body = all.constants().method_handle(bootstrap.arguments[1]).expect("decodes");
                    assert_eq!((body.reference.class, body.reference.descriptor), ("p/All", "(I)Ljava/lang/String;"));
                }
                "makeConcatWithConstants" => {
                    assert_eq!(site.descriptor, "(I)Ljava/lang/String;");
                    assert_eq!(all.constants().string(bootstrap.arguments[0]), Ok("n\u{1}"));
                }
                other => panic!("{other}"),
            }
        }
        assert!(all.bootstrap_method(99).is_err());
    });
}

#[test]
fn module_descriptors() {
    let jdk = common::jdk(17);
    let image = jdk.image().expect("opens");
    let class = ClassFile::parse(image.find("java.sql", "module-info.class").expect("reads").expect("exists"));
    let class = class.expect("parses");
    let module = class.attributes().module().expect("decodes").expect("is a module");
    assert_eq!((module.name, module.access), ("java.sql", 0));
    let transitive: Vec<_> = module.requires.iter().filter(|r| r.access & 0x20 != 0).map(|r| r.module).collect();
    assert_eq!(transitive, ["java.logging", "java.transaction.xa", "java.xml"]);
    assert_eq!(
        module.exports.iter().map(|e| (e.package, e.to.len())).collect::<Vec<_>>(),
        [("java/sql", 0), ("javax/sql", 0)]
    );
    assert_eq!(module.uses, ["java/sql/Driver"]);
    assert!(class.attributes().module_packages().expect("decodes").contains(&"java/sql"));
}
