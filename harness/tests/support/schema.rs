//! JSON schemas (draft 7), as far as the one of SARIF needs them. What is not known here is an error, so nothing passes by
//! being overlooked.

use serde_json::Value;

/// What is wrong with a value, if anything: the place and the rule.
pub fn problems(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    check(schema, schema, value, "", &mut found);
    found
}

fn check(root: &Value, schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    let rules = schema.as_object().expect("a schema is an object");
    let number = |rule: &Value| rule.as_f64().expect("a number");
    let list = |rule: &Value| rule.as_array().expect("a list").clone();
    let passes = |schema: &Value| {
        let mut inner = Vec::new();
        check(root, schema, value, at, &mut inner);
        inner.is_empty()
    };
    for (name, rule) in rules {
        let holds = match name.as_str() {
            "$schema" | "$id" | "title" | "description" | "default" | "definitions" => true,
            "$ref" => {
                let name = rule.as_str().and_then(|path| path.strip_prefix("#/definitions/")).expect("a definition");
                check(root, &root["definitions"][name], value, at, found);
                true
            }
            "type" => match rule {
                Value::Array(types) => types.iter().any(|one| is_of(one, value)),
                one => is_of(one, value),
            },
            "enum" => list(rule).contains(value),
            "required" => list(rule).iter().all(|key| value.get(key.as_str().expect("a name")).is_some()),
            "minimum" => value.as_f64().is_none_or(|n| n >= number(rule)),
            "maximum" => value.as_f64().is_none_or(|n| n <= number(rule)),
            "minItems" => value.as_array().is_none_or(|items| items.len() as f64 >= number(rule)),
            "uniqueItems" => {
                let repeated = |items: &Vec<Value>| (1..items.len()).any(|i| items[..i].contains(&items[i]));
                rule == &Value::Bool(false) || !value.as_array().is_some_and(repeated)
            }
            "items" => {
                for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(root, rule, item, &format!("{at}/{i}"), found);
                }
                true
            }
            "properties" => {
                for (key, inner) in value.as_object().into_iter().flatten() {
                    if let Some(schema) = rule.get(key) {
                        check(root, schema, inner, &format!("{at}/{key}"), found);
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = |key: &str| rules.get("properties").is_some_and(|known| known.get(key).is_some());
                let others = value.as_object().into_iter().flatten().filter(|(key, _)| !known(key));
                match rule {
                    Value::Bool(allowed) => *allowed || others.count() == 0,
                    schema => {
                        others.for_each(|(key, inner)| check(root, schema, inner, &format!("{at}/{key}"), found));
                        true
                    }
                }
            }
            "anyOf" => list(rule).iter().any(passes),
            "oneOf" => list(rule).iter().filter(|one| passes(one)).count() == 1,
            "format" => value.as_str().is_none_or(|text| match rule.as_str().expect("a name") {
                "uri" => {
                    text.split_once(':').is_some_and(|(scheme, _)| scheme.chars().all(char::is_alphanumeric))
                        && is_uri(text)
                }
                "uri-reference" => is_uri(text),
                other => panic!("format {other} is not known"),
            }),
            // No report has what the other patterns are for.
            "pattern" => match rule.as_str().expect("a pattern") {
                "[^/]+/.+" => {
                    value.as_str().is_none_or(|text| text.find('/').is_some_and(|at| at > 0 && at + 1 < text.len()))
                }
                other => panic!("pattern {other} is not known"),
            },
            other => panic!("rule {other} is not known"),
        };
        if !holds {
            found.push(format!("{at}: {name} {rule}"));
        }
    }
}

fn is_of(kind: &Value, value: &Value) -> bool {
    match kind.as_str().expect("the name of a type") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        other => panic!("type {other} is not known"),
    }
}

/// Whether a text has no characters that no URI has (RFC 3986).
fn is_uri(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c))
}
