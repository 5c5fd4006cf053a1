//! What a tool accepts, and whether a literal can be it.

use codemode_bytecode::Span;
use oxc_ast::ast::{Expression, ObjectPropertyKind, PropertyKey, UnaryOperator};

use super::facts::span_of;
use codemode_bytecode::{did_you_mean, nearest};

/// The object that a tool accepts, as far as a checker can use it.
#[derive(Debug, Clone, Default)]
pub struct InputShape {
    /// The known properties.
    pub properties: Vec<PropertyShape>,
    /// Other properties are refused.
    pub closed: bool,
}

/// A property of an [`InputShape`].
#[derive(Debug, Clone, Default)]
pub struct PropertyShape {
    /// The key.
    pub name: String,
    /// The property must be there.
    pub required: bool,
    /// What the value may be.
    pub kinds: JsonKinds,
    /// The strings allowed, when they are listed.
    pub choices: Option<Vec<String>>,
    /// The shape of an object value.
    pub object: Option<Box<InputShape>>,
}

/// A set of the types of JSON Schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JsonKinds(u8);

impl JsonKinds {
    /// `string`.
    pub const STRING: Self = Self(1);
    /// `number`, integers included.
    pub const NUMBER: Self = Self(2 | 4);
    /// `integer`.
    pub const INTEGER: Self = Self(4);
    /// `boolean`.
    pub const BOOLEAN: Self = Self(8);
    /// `null`.
    pub const NULL: Self = Self(16);
    /// `array`.
    pub const ARRAY: Self = Self(32);
    /// `object`.
    pub const OBJECT: Self = Self(64);
    /// Everything.
    pub const ANY: Self = Self(127);

    /// The types of both sets.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    fn describe(self) -> String {
        let names = [
            (Self::STRING, "a string"),
            (Self::INTEGER, "an integer"),
            (Self::BOOLEAN, "a boolean"),
            (Self::NULL, "null"),
            (Self::ARRAY, "an array"),
            (Self::OBJECT, "an object"),
        ];
        let number = self.0 & Self::NUMBER.0 == Self::NUMBER.0;
        let list: Vec<&str> = names
            .iter()
            .filter(|(kind, _)| self.intersects(*kind))
            .map(|(kind, name)| if *kind == Self::INTEGER && number { "a number" } else { name })
            .collect();
        list.join(" or ")
    }
}

impl Default for JsonKinds {
    fn default() -> Self {
        Self::ANY
    }
}

/// An argument as far as its text tells.
pub(super) struct Literal<'a> {
    pub(super) span: Span,
    value: LiteralValue<'a>,
}

enum LiteralValue<'a> {
    /// Not told by the text.
    Unknown,
    /// `undefined`, which does not cross to a tool.
    Undefined,
    /// A value of one type.
    Of(JsonKinds),
    Text(&'a str),
    Object {
        properties: Vec<(&'a str, Literal<'a>)>,
        /// All properties are in the list.
        complete: bool,
    },
    /// A function or another thing that is no data.
    NoData(&'static str),
}

/// Something wrong with an argument.
pub(super) struct Problem {
    pub(super) span: Span,
    pub(super) message: String,
    pub(super) suggestion: Option<String>,
}

impl<'a> Literal<'a> {
    pub(super) fn read(expression: &Expression<'a>) -> Self {
        let span = span_of(expression);
        let value = match expression.get_inner_expression() {
            Expression::StringLiteral(text) if !text.lone_surrogates => LiteralValue::Text(text.value.as_str()),
            Expression::TemplateLiteral(_) => LiteralValue::Of(JsonKinds::STRING),
            Expression::NumericLiteral(number) => number_literal(number.value),
            Expression::UnaryExpression(unary) if unary.operator == UnaryOperator::UnaryNegation => {
                match unary.argument.get_inner_expression() {
                    Expression::NumericLiteral(number) => number_literal(number.value),
                    _ => LiteralValue::Unknown,
                }
            }
            Expression::UnaryExpression(unary) if unary.operator == UnaryOperator::LogicalNot => {
                LiteralValue::Of(JsonKinds::BOOLEAN)
            }
            Expression::BooleanLiteral(_) => LiteralValue::Of(JsonKinds::BOOLEAN),
            Expression::NullLiteral(_) => LiteralValue::Of(JsonKinds::NULL),
            Expression::ArrayExpression(_) => LiteralValue::Of(JsonKinds::ARRAY),
            Expression::ObjectExpression(object) => read_object(&object.properties),
            Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_) => {
                LiteralValue::NoData("a function")
            }
            Expression::ClassExpression(_) => LiteralValue::NoData("a class"),
            Expression::BigIntLiteral(_) => LiteralValue::NoData("a BigInt"),
            Expression::Identifier(name) if name.name == "undefined" => LiteralValue::Undefined,
            _ => LiteralValue::Unknown,
        };
        Self { span, value }
    }

    fn kinds(&self) -> Option<JsonKinds> {
        match self.value {
            LiteralValue::Of(kinds) => Some(kinds),
            LiteralValue::Text(_) => Some(JsonKinds::STRING),
            LiteralValue::Object { .. } => Some(JsonKinds::OBJECT),
            LiteralValue::Unknown | LiteralValue::Undefined | LiteralValue::NoData(_) => None,
        }
    }
}

fn number_literal<'a>(value: f64) -> LiteralValue<'a> {
    match value {
        // Neither crosses to a tool as a number.
        _ if !value.is_finite() => LiteralValue::Unknown,
        _ if value.fract() == 0.0 => LiteralValue::Of(JsonKinds::INTEGER),
        _ => LiteralValue::Of(JsonKinds(2)),
    }
}

fn read_object<'a>(list: &[ObjectPropertyKind<'a>]) -> LiteralValue<'a> {
    let mut properties: Vec<(&str, Literal<'a>)> = Vec::new();
    let mut complete = true;
    for property in list {
        let ObjectPropertyKind::ObjectProperty(property) = property else {
            // What is spread may replace what came before.
            properties.clear();
            complete = false;
            continue;
        };
        let key = match &property.key {
            PropertyKey::StaticIdentifier(name) if !property.computed => name.name.as_str(),
            PropertyKey::StringLiteral(name) => name.value.as_str(),
            _ => {
                properties.clear();
                complete = false;
                continue;
            }
        };
        if key == "toJSON" || key == "__proto__" {
            return LiteralValue::Unknown;
        }
        let literal = if property.kind == oxc_ast::ast::PropertyKind::Init {
            Literal::read(&property.value)
        } else {
            Literal { span: span_of(&property.value), value: LiteralValue::Unknown }
        };
        properties.retain(|(other, _)| *other != key);
        properties.push((key, literal));
    }
    LiteralValue::Object { properties, complete }
}

impl InputShape {
    /// Compares the argument of a call with the shape. No argument means an empty object.
    pub(super) fn compare(&self, argument: Option<&Literal<'_>>, call: Span, problems: &mut Vec<Problem>) {
        let Some(argument) = argument else {
            self.missing(&[], call, "", problems);
            return;
        };
        match &argument.value {
            LiteralValue::Object { .. } => self.compare_object(argument, "", problems),
            LiteralValue::Undefined => self.missing(&[], argument.span, "", problems),
            LiteralValue::NoData(what) => problems.push(no_data(argument.span, "the argument", what)),
            LiteralValue::Of(kinds) => problems.push(not_an_object(argument.span, *kinds)),
            LiteralValue::Text(_) => problems.push(not_an_object(argument.span, JsonKinds::STRING)),
            LiteralValue::Unknown => {}
        }
    }

    fn compare_object(&self, object: &Literal<'_>, prefix: &str, problems: &mut Vec<Problem>) {
        let LiteralValue::Object { properties, complete } = &object.value else { return };
        if *complete {
            let present: Vec<&str> = properties
                .iter()
                .filter(|(_, value)| !matches!(value.value, LiteralValue::Undefined))
                .map(|(name, _)| *name)
                .collect();
            self.missing(&present, object.span, prefix, problems);
        }
        for (name, value) in properties {
            let path = format!("{prefix}{name}");
            match self.properties.iter().find(|property| property.name == *name) {
                Some(property) => property.compare(value, &path, problems),
                None if self.closed => {
                    let near = nearest(name, self.properties.iter().map(|property| property.name.as_str()));
                    let suggestion = did_you_mean(&near, prefix).or_else(|| self.list_properties());
                    let message = format!("there is no property `{path}` in its input");
                    problems.push(Problem { span: value.span, message, suggestion });
                }
                None => {}
            }
        }
    }

    fn missing(&self, present: &[&str], span: Span, prefix: &str, problems: &mut Vec<Problem>) {
        let missing: Vec<String> = self
            .properties
            .iter()
            .filter(|property| property.required && !present.contains(&property.name.as_str()))
            .map(|property| format!("`{prefix}{}`", property.name))
            .collect();
        if !missing.is_empty() {
            let noun = if missing.len() == 1 { "property" } else { "properties" };
            let message = format!("required {noun} {} missing", missing.join(", "));
            problems.push(Problem { span, message, suggestion: None });
        }
    }

    fn list_properties(&self) -> Option<String> {
        let names: Vec<String> =
            self.properties.iter().take(12).map(|property| format!("`{}`", property.name)).collect();
        (!names.is_empty()).then(|| format!("its properties are {}", names.join(", ")))
    }
}

impl PropertyShape {
    fn compare(&self, value: &Literal<'_>, path: &str, problems: &mut Vec<Problem>) {
        if let LiteralValue::NoData(what) = value.value {
            problems.push(no_data(value.span, &format!("`{path}`"), what));
            return;
        }
        if let Some(kinds) = value.kinds()
            && !self.kinds.intersects(kinds)
        {
            let message = format!("`{path}` must be {}, not {}", self.kinds.describe(), kinds.describe_found());
            problems.push(Problem { span: value.span, message, suggestion: None });
            return;
        }
        if let (Some(choices), LiteralValue::Text(text)) = (&self.choices, &value.value)
            && !choices.iter().any(|choice| choice == text)
        {
            let list: Vec<String> = choices.iter().take(12).map(|choice| format!("{choice:?}")).collect();
            let message = format!("`{path}` cannot be {text:?}");
            let suggestion = Some(format!("use one of {}", list.join(", ")));
            problems.push(Problem { span: value.span, message, suggestion });
        }
        if let Some(shape) = &self.object {
            shape.compare_object(value, &format!("{path}."), problems);
        }
    }
}

impl JsonKinds {
    fn describe_found(self) -> String {
        if self == Self(2) { "a fraction".to_owned() } else { self.describe() }
    }
}

fn no_data(span: Span, path: &str, what: &str) -> Problem {
    Problem { span, message: format!("{path} is {what}, which cannot be sent to a tool"), suggestion: None }
}

fn not_an_object(span: Span, kinds: JsonKinds) -> Problem {
    Problem {
        span,
        message: format!("the argument must be an object, not {}", kinds.describe_found()),
        suggestion: Some("name the value: `{ name: value }`".to_owned()),
    }
}
