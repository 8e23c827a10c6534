//! What reflection shows of a class.

use crate::classfile::Attributes;
use crate::front::Front;
use braid_engine::program::{ClassId, InnerClass, LinkError, MemberReflection, Program, RecordComponent, Reflection};

impl Front {
    /// Everything reflection can ask for. Unreadable attributes count as absent, as they do for a JVM until they are read.
    pub(crate) fn reflect(&self, program: &Program, class: ClassId) -> Result<Reflection, LinkError> {
        let Some(data) = self.data(class) else {
            let count = program.class(class).methods.len();
            return Ok(Reflection { methods: vec![MemberReflection::default(); count], ..Reflection::default() });
        };
        let attributes = data.file.attributes();
        let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect::<Vec<_>>();
        let inner_classes = attributes.inner_classes().unwrap_or_default();
        let enclosing = attributes.enclosing_method().ok().flatten();
        let record = attributes.record().ok().flatten();
        let pair = |(name, descriptor): (&str, &str)| (name.to_owned(), descriptor.to_owned());
        let methods = program.class(class).methods.len();
        let mut reflection = Reflection {
            signature: signature(attributes),
            annotations: raw(attributes, "RuntimeVisibleAnnotations"),
            type_annotations: raw(attributes, "RuntimeVisibleTypeAnnotations"),
            inner_classes: inner_classes
                .into_iter()
                .map(|row| InnerClass {
                    inner: row.inner.to_owned(),
                    outer: row.outer.map(str::to_owned),
                    name: row.name.map(str::to_owned),
                    flags: row.access,
                })
                .collect(),
            enclosing_method: enclosing.map(|e| (e.class.to_owned(), e.method.map(pair))),
            nest_host: program.class(class).nest_host.map(|host| program.name(host).to_owned()),
            nest_members: owned(attributes.nest_members().unwrap_or_default()),
            permitted_subclasses: attributes.permitted_subclasses().ok().flatten().map(owned),
            record: record.map(|components| {
                let component = |c: &crate::classfile::RecordComponent<'_>| RecordComponent {
                    name: c.name.to_owned(),
                    descriptor: c.descriptor.to_owned(),
                    signature: signature(c.attributes),
                    annotations: raw(c.attributes, "RuntimeVisibleAnnotations"),
                    type_annotations: raw(c.attributes, "RuntimeVisibleTypeAnnotations"),
                };
                components.iter().map(component).collect()
            }),
            fields: data.file.fields().map(|field| member(field.attributes())).collect(),
            methods: data.file.methods().map(|method| member(method.attributes())).collect(),
            module: data.module().map(str::to_owned),
            origin: data.origin.as_ref().map(|origin| origin.source.display().to_string()),
        };
        // Synthesized methods stand behind those of the class file.
        reflection.methods.resize_with(methods, MemberReflection::default);
        Ok(reflection)
    }
}

fn signature(attributes: Attributes<'_>) -> Option<String> {
    attributes.signature().ok().flatten().map(str::to_owned)
}

fn raw(attributes: Attributes<'_>, name: &str) -> Option<Vec<u8>> {
    attributes.find(name).map(|attribute| attribute.bytes().to_vec())
}

fn member(attributes: Attributes<'_>) -> MemberReflection {
    let parameters = attributes.method_parameters().ok().flatten();
    let exceptions = attributes.exceptions().unwrap_or_default();
    MemberReflection {
        signature: signature(attributes),
        annotations: raw(attributes, "RuntimeVisibleAnnotations"),
        parameter_annotations: raw(attributes, "RuntimeVisibleParameterAnnotations"),
        annotation_default: raw(attributes, "AnnotationDefault"),
        type_annotations: raw(attributes, "RuntimeVisibleTypeAnnotations"),
        exceptions: exceptions.into_iter().map(str::to_owned).collect(),
        parameters: parameters.map(|rows| rows.iter().map(|p| (p.name.map(str::to_owned), p.access)).collect()),
    }
}
