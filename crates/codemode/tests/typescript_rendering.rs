//! JSON Schema to TypeScript: the specified pairs, and what goes beyond them.
#![allow(clippy::unwrap_used)]

use codemode::{SchemaDocument, Signature, Tool, TypeStyle};
use insta::assert_snapshot;
use proptest::prelude::*;
use serde_json::{Value, json};

fn text(schema: Value, style: TypeStyle) -> String {
    let rendered = SchemaDocument::new(schema).to_typescript("Root", style);
    rendered.declarations.iter().fold(rendered.text, |text, declaration| text + "\n" + &declaration.text)
}

fn compact(schema: Value) -> String {
    text(schema, TypeStyle::Compact)
}

fn pretty(schema: Value) -> String {
    text(schema, TypeStyle::Pretty)
}

#[test]
fn compact_pairs() {
    let rows = [
        (json!({"type":["string","integer","null"]}), "string | number | null"),
        (
            json!({"oneOf":[{"type":"object","properties":{"kind":{"const":"cat"}},"required":["kind"]},{"type":"object","properties":{"kind":{"const":"dog"}},"required":["kind"]}]}),
            r#"{ kind: "cat" } | { kind: "dog" }"#,
        ),
        (
            json!({"allOf":[{"type":"object","properties":{"a":{"type":"string"}}},{"type":"object","properties":{"b":{"type":["string","null"]}},"required":["b"]}]}),
            "{ a?: string } & ({ b: string | null })",
        ),
        (
            json!({"allOf":[{"anyOf":[{"type":"string"},{"type":"number"}]},{"type":"object","properties":{"x":{"type":"string"}}}]}),
            "(string | number) & { x?: string }",
        ),
        (json!({"allOf":[{"type":"string"},{"$ref":"#/$defs/Nope"}]}), "unknown"),
        (json!({"type":"string","allOf":[{"$ref":"#/$defs/D"}],"$defs":{"D":{"description":"x"}}}), "string"),
        (
            json!({"type":"object","properties":{"content-type":{"type":"string"},"größe":{"type":"number"},"$id":{"type":"string"},"class":{"type":"boolean"}}}),
            r#"{ "content-type"?: string; "größe"?: number; $id?: string; class?: boolean }"#,
        ),
        (json!({"const":null}), "null"),
        (json!({"enum":["a",1,null,{"k":2}]}), r#""a" | 1 | null | {"k":2}"#),
        (json!({"enum":[]}), "never"),
        (json!({"anyOf":[]}), "never"),
        (json!({"anyOf":[{"type":"number"},{"type":"string","enum":["NaN","n/a"]}]}), r#"number | "NaN" | "n/a""#),
        (json!({"anyOf":[{"type":"number"},{"type":"string","enum":["NaN","Infinity"]}]}), "number"),
        (json!({"anyOf":[{"type":"object"},{"type":"array"}]}), "{}"),
        (json!({}), "unknown"),
        (json!(true), "unknown"),
        (json!(false), "never"),
        (json!({"not":{"type":"string"}}), "unknown"),
        (json!({"type":"file"}), "unknown"),
        (json!({"type":"array"}), "Array<unknown>"),
        (json!({"type":"object","properties":{}}), "{}"),
        (json!({"type":"object","additionalProperties":false}), "{}"),
    ];
    for (schema, expected) in rows {
        assert_eq!(compact(schema.clone()), expected, "{schema}");
    }
}

#[test]
fn information_the_reference_loses_is_kept() {
    let rows = [
        (json!({"type":"object","additionalProperties":true}), "{ [key: string]: unknown }"),
        (json!({"type":"object"}), "{ [key: string]: unknown }"),
        (json!({"type":"string","nullable":true}), "string | null"),
        (json!({"enum":["a"],"nullable":true}), r#""a" | null"#),
        (json!({"$ref":"#/$defs/A","nullable":true,"$defs":{"A":{"type":"string"}}}), "string | null"),
        (
            json!({"type":"array","prefixItems":[{"type":"string"},{"type":"number"}],"minItems":2,"maxItems":2}),
            "[string, number]",
        ),
        (json!({"type":"array","prefixItems":[{"type":"string"}],"minItems":1,"items":false}), "[string]"),
        (
            json!({"type":"array","items":[{"type":"string"},{"type":["number","null"]}],"minItems":1,"additionalItems":{"type":"boolean"}}),
            "[string, (number | null)?, ...Array<boolean>]",
        ),
        (json!({"type":"array","prefixItems":[{"type":"string"}]}), "[string?, ...Array<unknown>]"),
        (
            json!({"type":"object","properties":{"a":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b"]}]}),
            "{ a?: string }",
        ),
        (
            json!({"type":"object","patternProperties":{"^x-":{"type":"string"}},"additionalProperties":false}),
            "{ [key: string]: string }",
        ),
        (json!({"type":"object","patternProperties":{"^x-":{"type":"string"}}}), "{ [key: string]: unknown }"),
        // An index signature has to admit the named properties too.
        (
            json!({"type":"object","properties":{"id":{"type":"string"}},"required":["id"],"additionalProperties":{"type":"boolean"}}),
            "{ id: string; [key: string]: boolean | string }",
        ),
        (
            json!({"type":"object","properties":{"id":{"type":"string"}},"additionalProperties":{"type":"string"}}),
            "{ id?: string; [key: string]: string | undefined }",
        ),
        (json!({"enum":[1.0,1e21,0.1,-0.5,9007199254740993u64]}), "1 | 1e+21 | 0.1 | -0.5 | 9007199254740992"),
    ];
    for (schema, expected) in rows {
        assert_eq!(compact(schema.clone()), expected, "{schema}");
    }
}

#[test]
fn intersections_hold_only_what_tells_something() {
    let defs = json!({
        "Base":{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]},
        "Mini":{"type":"object","allOf":[{"$ref":"#/$defs/Base"},{"properties":{"name":{"type":["string","null"]}}}]},
        "Mode":{"type":"string","enum":["on","off"]},
        "Node":{"type":"object","properties":{"next":{"$ref":"#/$defs/Node"}}},
    });
    let rows = [
        // An object that names nothing, next to one that does.
        (json!({"type":"object","allOf":[{"$ref":"#/$defs/Base"}],"$defs":defs}), "{ id: string }"),
        (
            json!({"type":"object","allOf":[{"$ref":"#/$defs/Mini"},{"properties":{"x":{"type":"number"}}}],"$defs":defs}),
            "{ id: string } & ({ name?: string | null }) & { x?: number }",
        ),
        (
            json!({"allOf":[{"type":"object"},{"$ref":"#/$defs/Node"}],"$defs":defs}),
            "Node\ntype Node = { next?: Node }",
        ),
        (
            json!({"allOf":[{"type":"object"},{"type":"object","properties":{},"additionalProperties":false},{"anyOf":[{"$ref":"#/$defs/Base"},{"$ref":"#/$defs/Mini"}]}],"$defs":defs}),
            "{ id: string } | { id: string } & ({ name?: string | null })",
        ),
        // But what a document says itself stays, and one object of two that say nothing.
        (
            json!({"allOf":[{"type":"object","additionalProperties":true},{"$ref":"#/$defs/Base"}],"$defs":defs}),
            "{ [key: string]: unknown } & { id: string }",
        ),
        (json!({"allOf":[{"type":"object"},{"type":"object"}]}), "{ [key: string]: unknown }"),
        (
            json!({"type":"object","anyOf":[{"$ref":"#/$defs/Base"},{"type":"null"}],"$defs":defs}),
            "({ id: string } | null) & { [key: string]: unknown }",
        ),
        // Text that is certain text.
        (json!({"type":"string","allOf":[{"$ref":"#/$defs/Mode"}],"$defs":defs}), r#""on" | "off""#),
        (json!({"allOf":[{"type":"string"},{"enum":["a",1]}]}), r#"string & ("a" | 1)"#),
        (json!({"allOf":[{"type":"number"},{"enum":[1,-2]}]}), "1 | -2"),
    ];
    for (schema, expected) in rows {
        assert_eq!(compact(schema.clone()), expected, "{schema}");
    }
}

#[test]
fn references_of_every_form() {
    let defs = json!({"A/B":{"type":"string"},"C D":{"type":"number"}});
    let rows = [
        (json!({"$ref":"#/$defs/A~1B","$defs":defs}), "string"),
        (json!({"$ref":"#/$defs/C%20D","$defs":defs}), "number"),
        (json!({"$ref":"#/definitions/A~1B","$defs":defs}), "string"),
        (json!({"$ref":"#/$defs/C%2","$defs":defs}), "unknown"),
        (json!({"$ref":"https://example.com/s.json"}), "unknown"),
        (json!({"$ref":"#/$defs/Missing"}), "unknown"),
        (
            json!({"type":"object","properties":{"a":{"type":"boolean"},"b":{"$ref":"#/properties/a"}}}),
            "{ a?: boolean; b?: boolean }",
        ),
        (
            json!({"type":"object","properties":{"a":{"$defs":{"L":{"type":"string"}},"$ref":"#/$defs/L"},"b":{"$ref":"#/$defs/L"}},"$defs":{"L":{"type":"number"}}}),
            "{ a?: string; b?: number }",
        ),
    ];
    for (schema, expected) in rows {
        assert_eq!(compact(schema.clone()), expected, "{schema}");
    }
    let shared = json!({"User":{"type":"object","properties":{"id":{"$ref":"#/components/schemas/Id"}}},"Id":{"type":"integer"}});
    let shared = std::sync::Arc::new(shared.as_object().unwrap().clone());
    let document = SchemaDocument::with_shared(json!({"$ref":"#/components/schemas/User"}), shared);
    assert_eq!(document.to_typescript("Root", TypeStyle::Compact).text, "{ id?: number }");
    // What is called by its place in the document is not what the schema calls so itself.
    let shared = json!({"Own":{"type":"boolean"}});
    let own = json!({"type":"object","properties":{"a":{"$ref":"#/$defs/Own"},"b":{"$ref":"#/components/schemas/Own"}},"$defs":{"Own":{"type":"string"}}});
    let document = SchemaDocument::with_shared(own, std::sync::Arc::new(shared.as_object().unwrap().clone()));
    assert_eq!(document.to_typescript("Root", TypeStyle::Compact).text, "{ a?: string; b?: boolean }");
}

#[test]
fn recursive_types_are_declared() {
    assert_snapshot!(compact(json!({"$ref":"#/$defs/order","$defs":{"order":{"type":"object","properties":{"no":{"type":"string"},"parent":{"anyOf":[{"$ref":"#/$defs/order"},{"type":"null"}]}},"required":["no"]}}})), @r"
    Order
    type Order = { no: string; parent?: Order | null }
    ");
    assert_snapshot!(compact(json!({"type":"object","properties":{"children":{"type":"array","items":{"$ref":"#"}}}})), @r"
    Root
    type Root = { children?: Array<Root> }
    ");
    assert_eq!(compact(json!({"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/a"}}})), "unknown");
    let through_null = json!({"$ref":"#/$defs/a","$defs":{"a":{"anyOf":[{"$ref":"#/$defs/a"},{"type":"null"}]}}});
    assert_eq!(compact(through_null), "unknown");
}

#[test]
fn tuples_that_contain_themselves() {
    let tuple = |least: u64| json!({"$ref":"#/$defs/t","$defs":{"t":{"type":"array","prefixItems":[{"type":"string"},{"$ref":"#/$defs/t"}],"items":false,"minItems":least}}});
    assert_eq!(compact(tuple(0)), "T\ntype T = Array<string | T>");
    assert_eq!(compact(tuple(2)), "T\ntype T = [string, T]");
}

#[test]
fn repeated_types_are_declared_once_they_cost_more_than_a_name() {
    let small = json!({"type":"object","properties":{"x":{"type":"number"},"y":{"type":"number"}}});
    let point = |defs: Value| json!({"type":"object","properties":{"from":{"$ref":"#/$defs/P"},"to":{"$ref":"#/$defs/P"}},"$defs":{"P":defs}});
    assert_eq!(compact(point(small)), "{ from?: { x?: number; y?: number }; to?: { x?: number; y?: number } }");
    let fields: serde_json::Map<String, Value> = (0..30).map(|n| (format!("f{n}"), json!({"type":"string"}))).collect();
    let large = compact(point(json!({"type":"object","properties":fields})));
    assert!(large.starts_with("{ from?: P; to?: P }\ntype P = { f0?: string;"), "{large}");
}

#[test]
fn definition_graphs_do_not_explode() {
    let mut defs = serde_json::Map::new();
    for level in 0..200 {
        let next = format!("#/$defs/D{}", level + 1);
        defs.insert(format!("D{level}"), json!({"type":"object","properties":{"l":{"$ref":next},"r":{"$ref":next}}}));
    }
    defs.insert("D200".into(), json!({"type":"string"}));
    let rendered = compact(json!({"$ref":"#/$defs/D0","$defs":defs}));
    assert!(rendered.len() < 30_000, "{}", rendered.len());
}

#[test]
fn long_defaults_are_left_to_the_tool() {
    let with = |default: &str| pretty(json!({"type":"object","properties":{"a":{"type":"string","default":default}}}));
    assert!(with("short").contains("/** @default \"short\" */"));
    assert!(!with(&"x".repeat(100)).contains("default"));
}

#[test]
fn doc_comments() {
    assert_snapshot!(pretty(json!({"type":"object","properties":{"city":{"type":"string","description":"Where to look"},"days":{"type":"integer","minimum":1,"maximum":14,"default":3,"description":"Forecast length"},"units":{"enum":["metric","imperial"]}},"required":["city"]})), @r#"
    {
      /** Where to look */
      city: string,
      /** Forecast length. @default 3 @integer @minimum 1 @maximum 14 */
      days?: number,
      units?: "metric" | "imperial",
    }
    "#);
    assert_snapshot!(pretty(json!({"type":"object","properties":{"weights":{"type":"object","additionalProperties":{"type":"number","minimum":0}}}})), @r"
    {
      /** Each value: @minimum 0 */
      weights?: {
        [key: string]: number,
      },
    }
    ");
    assert_snapshot!(pretty(json!({"type":"object","properties":{"grid":{"type":"array","description":"Rows","items":{"type":"array","maxItems":8,"items":{"type":"integer"}}}}})), @r"
    {
      /**
       * Rows
       * Each item: @maxItems 8
       */
      grid?: Array<Array<number>>,
    }
    ");
    assert_snapshot!(pretty(json!({"type":"object","properties":{"q":{"type":"string","description":"\nSearch text.\n\nSupports */ wildcards.  \n","minLength":2}}})), @r"
    {
      /**
       * Search text.
       *
       * Supports * / wildcards.
       * @minLength 2
       */
      q?: string,
    }
    ");
}

#[test]
fn indentation_follows_braces() {
    assert_snapshot!(pretty(json!({"type":"object","properties":{"rows":{"type":"array","items":{"type":"object","properties":{"sku":{"type":"string"},"qty":{"type":"integer"}},"required":["sku"]}},"owner":{"anyOf":[{"type":"object","properties":{"login":{"type":"string"}}},{"type":"null"}]}},"required":["rows"]})), @r"
    {
      rows: Array<{
        sku: string,
        /** @integer */
        qty?: number,
      }>,
      owner?: {
        login?: string,
      } | null,
    }
    ");
}

#[test]
fn every_tag_in_order() {
    assert_snapshot!(pretty(json!({"type":"object","properties":{
        "all":{"type":"integer","deprecated":true,"default":null,"format":"int32","minimum":0,"maximum":1.0,"exclusiveMinimum":-1,"exclusiveMaximum":2,"multipleOf":0.5},
        "text":{"type":"string","description":"Stop!","minLength":1,"maxLength":2,"pattern":"^*/$"},
        "list":{"type":"array","minItems":1,"maxItems":2,"uniqueItems":true,"items":{}},
        "draft4":{"type":"number","minimum":0,"exclusiveMinimum":true,"deprecated":false,"uniqueItems":false},
        "quiet":{"type":["integer","null"]},
    }})), @r"
    {
      /**
       * @deprecated @default null @format int32 @integer @minimum 0 @maximum 1 @exclusiveMinimum -1 @exclusiveMaximum 2 @multipleOf 0.5
       */
      all?: number,
      /** Stop!. @minLength 1 @maxLength 2 @pattern ^* /$ */
      text?: string,
      /** @minItems 1 @maxItems 2 @uniqueItems true */
      list?: Array<unknown>,
      /** @minimum 0 */
      draft4?: number,
      quiet?: number | null,
    }
    ");
}

#[test]
fn caps_say_what_they_cut() {
    let values: Vec<Value> = (0..500).map(|n| json!(format!("v{n}"))).collect();
    let rendered = pretty(json!({"enum":values}));
    assert!(rendered.ends_with(r#"| "v59" | string /* 440 more values */"#), "{rendered}");
    let fields: serde_json::Map<String, Value> =
        (0..300).map(|n| (format!("f{n}"), json!({"type":"string"}))).collect();
    let rendered = pretty(json!({"type":"object","properties":fields}));
    assert!(
        rendered.ends_with("  f249?: string,\n  /* 50 more properties */\n  [key: string]: unknown,\n}"),
        "{rendered}"
    );
    let mut deep = json!({"type":"string"});
    for level in (0..11).rev() {
        deep = json!({"type":"object","properties":{format!("l{level}"):deep}});
    }
    let rendered = compact(deep.clone());
    assert!(rendered.contains("{ l8?: unknown }") && !rendered.contains("l9"), "{rendered}");
    let rendered = pretty(deep);
    assert!(rendered.contains("l8?: unknown /* object with l9 */,"), "{rendered}");
    let long = "word ".repeat(1000);
    let rendered = pretty(json!({"type":"object","properties":{"a":{"type":"string","description":long}}}));
    assert!(rendered.contains("[3000 more characters]"), "{rendered}");
}

#[test]
fn large_types_lose_their_deepest_objects_first() {
    let leaf: serde_json::Map<String, Value> = (0..60)
        .map(|n| (format!("field_number_{n}"), json!({"type":"string","description":"Some text about it"})))
        .collect();
    let middle: serde_json::Map<String, Value> =
        (0..30).map(|n| (format!("part{n}"), json!({"type":"object","properties":leaf}))).collect();
    let rendered = pretty(json!({"type":"object","properties":middle}));
    assert!(rendered.len() < 6000);
    let last = "  part29?: unknown /* object with field_number_0, field_number_1, field_number_2, field_number_3 and 56 more */,";
    assert!(rendered.contains(last), "{rendered}");
}

#[test]
fn signatures() {
    let signature = |input: Value, output: Option<Value>| {
        let mut tool = Tool::raw("x").input(input);
        if let Some(output) = output {
            tool = tool.output(output);
        }
        let tool = tool.run(|input| async { Ok(input) }).unwrap();
        Signature::of("ctx7.resolve-id", &tool, TypeStyle::Compact).text()
    };
    let id = json!({"type":"object","properties":{"id":{"type":"string"}},"required":["id"]});
    assert_eq!(signature(id.clone(), None), r#"tools.ctx7["resolve-id"](input: { id: string }): Promise<unknown>"#);
    for empty in [
        json!({"type":"object"}),
        json!({"type":"object","properties":{}}),
        json!({"type":"object","properties":{},"additionalProperties":false,"required":[]}),
    ] {
        assert_eq!(signature(empty, Some(json!({"type":"null"}))), r#"tools.ctx7["resolve-id"](): Promise<null>"#);
    }
    for open in [json!({"type":"object","additionalProperties":true}), json!({"type":"object","minProperties":1})] {
        assert_eq!(
            signature(open, None),
            r#"tools.ctx7["resolve-id"](input: { [key: string]: unknown }): Promise<unknown>"#
        );
    }
    let node = |field: &str| json!({"$ref":"#/$defs/Node","$defs":{"Node":{"type":"object","properties":{field:{"$ref":"#/$defs/Node"}}}}});
    assert_snapshot!(signature(node("a"), Some(node("a"))), @r#"
    tools.ctx7["resolve-id"](input: Node): Promise<Node>
    type Node = { a?: Node }
    "#);
    assert_snapshot!(signature(node("a"), Some(node("b"))), @r#"
    tools.ctx7["resolve-id"](input: Node): Promise<Node2>
    type Node = { a?: Node }
    type Node2 = { b?: Node2 }
    "#);
}

#[test]
fn hostile_text_stays_inside_its_comment_or_string() {
    assert_snapshot!(pretty(json!({"type":"object","properties":{
        "a\nb":{"type":"string","description":"*/ x */\r\u{2028}y","default":"*/","format":"*/"},
        "\u{2028}\"\\":{"const":"*/\u{2029}"},
    }})), @r#"
    {
      /** * / x * /  y. @default "* /" @format * / */
      "a\nb"?: string,
      "\u2028\"\\"?: "*/\u2029",
    }
    "#);
}

/// JSON in which the words of schemas stand where they should and where they should not.
fn any_json() -> impl Strategy<Value = Value> {
    let word = prop::sample::select(vec![
        "type",
        "properties",
        "items",
        "prefixItems",
        "enum",
        "const",
        "anyOf",
        "oneOf",
        "allOf",
        "$ref",
        "$defs",
        "definitions",
        "required",
        "additionalProperties",
        "patternProperties",
        "nullable",
        "description",
        "default",
        "format",
        "pattern",
        "minItems",
        "maxItems",
        "deprecated",
        "a",
        "b/c",
        "*/",
        "",
    ]);
    let text = prop::sample::select(vec![
        "object",
        "array",
        "string",
        "integer",
        "null",
        "#",
        "#/$defs/a",
        "#/$defs/b~1c",
        "#/properties/a",
        "#/%zz",
        "*/",
        "\u{2028}",
        "x",
    ]);
    let long = "[a-z */]{0,20}".prop_map(|text| json!(text.repeat(400)));
    let leaf = prop_oneof![
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
        1 => any::<i32>().prop_map(Value::from),
        1 => any::<f64>().prop_map(|number| json!(number)),
        4 => text.prop_map(Value::from),
        1 => long,
    ];
    leaf.prop_recursive(6, 120, 8, move |inner| {
        prop_oneof![
            1 => prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            4 => prop::collection::vec((word.clone(), inner), 0..8)
                .prop_map(|fields| Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())),
        ]
    })
}

proptest! {
    #[test]
    fn anything_renders_within_the_cap(schema in any_json()) {
        let document = SchemaDocument::new(schema);
        let pretty = document.to_typescript("Root", TypeStyle::Pretty);
        let size = pretty.declarations.iter().map(|declaration| declaration.text.len()).sum::<usize>() + pretty.text.len();
        prop_assert!(size <= 12_000, "{size} bytes");
        document.to_typescript("Root", TypeStyle::Compact);
    }
}

#[test]
fn the_largest_types_still_fit() {
    let object = |count: usize, value: &dyn Fn(usize) -> Value| {
        let fields = (0..count).map(|n| (format!("field_{n}_{}", "x".repeat(40)), value(n)));
        json!({ "type": "object", "properties": fields.collect::<serde_json::Map<_, _>>() })
    };
    let wordy =
        object(240, &|_| json!({ "type": "string", "description": "Words. ".repeat(300), "pattern": "y".repeat(900) }));
    let enums = object(
        240,
        &|n| json!({ "enum": (0..60).map(|m| json!(format!("{n}{m}{}", "z".repeat(250)))).collect::<Vec<_>>() }),
    );
    let names = json!({ "type": "object", "properties": { ("n".repeat(100_000)): {} } });
    let mut definitions = serde_json::Map::new();
    for n in 0..500 {
        definitions
            .insert(format!("D{n}"), object(30, &|m| json!({ "$ref": format!("#/$defs/D{}", (n * 31 + m) % 500) })));
    }
    let graph = json!({ "$ref": "#/$defs/D0", "$defs": definitions });
    for (what, schema) in [("words", wordy), ("enums", enums), ("names", names), ("graph", graph)] {
        let rendered = pretty(schema);
        assert!(rendered.len() <= 12_500, "{what}: {} bytes", rendered.len());
        assert!(rendered.contains("/*"), "{what} says that something is left out: {}", &rendered[..200]);
    }
}
