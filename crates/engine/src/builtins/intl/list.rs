//! `Intl.ListFormat` (ECMA-402 §13) and `Intl.RelativeTimeFormat` (§17).

use super::data::{RelativeForms, by_category};
use super::locale::{self, Resolved};
use super::number::NumberFormat;
use super::number::value::of_number;
use super::options::{Options, Parts, Piece, template};
use super::plural::cardinal;
use crate::completion::Completion;
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::heap::string_builder::StringBuilder;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{StringId, Value};
use crate::vm::Vm;

const STYLES: [&str; 3] = ["long", "short", "narrow"];
const TYPES: [&str; 3] = ["conjunction", "disjunction", "unit"];

/// Internal slots of a ListFormat object.
#[derive(Debug, Clone)]
struct ListFormat {
    locale: Resolved,
    kind: usize,
    style: usize,
}

impl ObjectData for ListFormat {
    fn trace(&self, _tracer: &mut Tracer) {}

    fn bytes(&self) -> usize {
        size_of::<ListFormat>()
    }
}

/// Intl.ListFormat ( [ locales [ , options ] ] ) (§13.1.1)
fn construct_list(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = cx.new_target();
    if new_target.is_undefined() {
        return Err(cx.type_error("Constructor Intl.ListFormat requires 'new'"));
    }
    let locale = locale::resolve(cx, args.at(cx, 0))?;
    let options = Options::strict(cx, args.at(cx, 1))?;
    let kind = options.choice(cx, "type", &TYPES)?.unwrap_or(0);
    let style = options.choice(cx, "style", &STYLES)?.unwrap_or(0);
    let data = ObjectKind::Data(Box::new(ListFormat { locale, kind, style }));
    Ok(cx.ordinary_create_from_constructor(new_target, Intrinsic::IntlListFormatPrototype, data)?.into())
}

fn this_list(cx: &mut Vm, this: Value) -> Completion<ListFormat> {
    match this.as_object().and_then(|object| cx.heap.data::<ListFormat>(object)) {
        Some(format) => Ok(format.clone()),
        None => Err(cx.type_error("this is not an Intl.ListFormat object")),
    }
}

/// A piece of a formatted list.
enum ListPart {
    Literal(&'static str),
    Element(StringId),
}

fn list_parts(cx: &mut Vm, this: Value, list: Value) -> Completion<Vec<ListPart>> {
    let format = this_list(cx, this)?;
    let values = match cx.fast_array_values(list)? {
        Some(values) => values,
        None if list.is_undefined() => Vec::new(),
        None => {
            let record = cx.get_iterator(list)?;
            let mut values = Vec::new();
            while let Some(value) = cx.iterator_step_value(record)? {
                cx.heap.charge(8)?;
                values.push(value);
                if !value.is_string() {
                    cx.iterator_close(record.iterator)?;
                    break;
                }
            }
            values
        }
    };
    let mut elements = Vec::new();
    for value in values {
        let Some(id) = value.as_string() else {
            let shown = cx.describe(value);
            return Err(cx.type_error(&format!("Iterable yielded {shown} which is not a string")));
        };
        // The element, and its part.
        cx.heap.charge(160)?;
        cx.charge_fuel(cx.heap.string_len(id) as u64 / 16 + 1)?;
        elements.push(cx.heap.flatten(id)?);
    }
    let mut glue = format.locale.data.lists.get(format.kind * 3 + format.style).copied().unwrap_or([", "; 4]);
    let mut parts = Vec::new();
    let count = elements.len();
    // Spanish changes "y" and "o" before the same sound.
    if format.locale.data.tag.split('-').next() == Some("es") && count > 1 {
        let last = elements.last().map(|&last| cx.heap.str(last));
        let start: Vec<u16> = last.map(|last| last.units().take(4).collect()).unwrap_or_default();
        let last = String::from_utf16_lossy(&start).to_lowercase();
        let sounds_i =
            (last.starts_with('i') || last.starts_with("hi")) && !last.starts_with("hia") && !last.starts_with("hie");
        let sounds_o = last.starts_with('o') || last.starts_with("ho") || last.starts_with('8') || last == "11";
        for text in glue.iter_mut() {
            *text = match *text {
                " y " if sounds_i => " e ",
                " o " if sounds_o => " u ",
                text => text,
            };
        }
    }
    for (index, element) in elements.into_iter().enumerate() {
        if index > 0 {
            let which = match (count, index) {
                (2, _) => 0,
                (_, index) if index == count - 1 => 3,
                (_, 1) => 1,
                _ => 2,
            };
            parts.push(ListPart::Literal(glue.get(which).copied().unwrap_or(", ")));
        }
        parts.push(ListPart::Element(element));
    }
    Ok(parts)
}

/// Intl.ListFormat.prototype.format ( list ) (§13.3.3)
fn format_list(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let parts = list_parts(cx, this, args.at(cx, 0))?;
    let mut text = StringBuilder::new();
    for part in parts {
        match part {
            ListPart::Literal(literal) => text.push_str(literal),
            ListPart::Element(element) => text.push(cx.heap.str(element)),
        }
        text.charge(&mut cx.heap)?;
    }
    match text.finish(&mut cx.heap)? {
        Some(text) => Ok(text.into()),
        None => Err(cx.range_error("Invalid string length")),
    }
}

/// Intl.ListFormat.prototype.formatToParts ( list ) (§13.3.4)
fn list_to_parts(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let mut objects = Vec::new();
    for part in list_parts(cx, this, args.at(cx, 0))? {
        let (kind, text) = match part {
            ListPart::Literal("") => continue,
            ListPart::Literal(literal) => ("literal", cx.heap.new_string(literal)?),
            ListPart::Element(element) => ("element", element),
        };
        let object = cx.new_object();
        let kind = cx.heap.new_string(kind)?;
        cx.create_named(object, "type", kind.into())?;
        cx.create_named(object, "value", text.into())?;
        objects.push(object.into());
    }
    Ok(cx.new_array(objects)?.into())
}

/// Intl.ListFormat.prototype.resolvedOptions ( ) (§13.3.5)
fn resolved_list(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let format = this_list(cx, this)?;
    let kind = TYPES.get(format.kind).copied().unwrap_or("");
    resolved(
        cx,
        &[
            ("locale", format.locale.tag.as_str()),
            ("type", kind),
            ("style", STYLES.get(format.style).copied().unwrap_or("")),
        ],
    )
}

fn resolved(cx: &mut Vm, entries: &[(&str, &str)]) -> Completion {
    let object = cx.new_object();
    for (name, text) in entries {
        let text = cx.heap.new_string(text)?;
        cx.create_named(object, name, text.into())?;
    }
    Ok(object.into())
}

/// Internal slots of a RelativeTimeFormat object.
#[derive(Debug, Clone)]
struct RelativeTimeFormat {
    locale: Resolved,
    style: usize,
    auto: bool,
}

impl ObjectData for RelativeTimeFormat {
    fn trace(&self, _tracer: &mut Tracer) {}

    fn bytes(&self) -> usize {
        size_of::<RelativeTimeFormat>()
    }
}

/// Intl.RelativeTimeFormat ( [ locales [ , options ] ] ) (§17.1.1)
fn construct_relative(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = cx.new_target();
    if new_target.is_undefined() {
        return Err(cx.type_error("Constructor Intl.RelativeTimeFormat requires 'new'"));
    }
    let locale = locale::resolve(cx, args.at(cx, 0))?;
    let options = Options::coerced(cx, args.at(cx, 1))?;
    let style = options.choice(cx, "style", &STYLES)?.unwrap_or(0);
    let auto = options.choice(cx, "numeric", &["always", "auto"])? == Some(1);
    let data = ObjectKind::Data(Box::new(RelativeTimeFormat { locale, style, auto }));
    Ok(cx.ordinary_create_from_constructor(new_target, Intrinsic::IntlRelativeTimeFormatPrototype, data)?.into())
}

fn this_relative(cx: &mut Vm, this: Value) -> Completion<RelativeTimeFormat> {
    match this.as_object().and_then(|object| cx.heap.data::<RelativeTimeFormat>(object)) {
        Some(format) => Ok(format.clone()),
        None => Err(cx.type_error("this is not an Intl.RelativeTimeFormat object")),
    }
}

fn relative_parts(cx: &mut Vm, this: Value, args: Args) -> Completion<Parts> {
    let format = this_relative(cx, this)?;
    let value = cx.to_number(args.at(cx, 0))?;
    let unit = cx.to_std_string(args.at(cx, 1))?;
    let singular = unit.strip_suffix('s').unwrap_or(&unit);
    let style = STYLES.get(format.style).copied().unwrap_or("long");
    let forms: Option<&RelativeForms> = format
        .locale
        .data
        .relative
        .iter()
        .find(|(known, known_style, _)| *known == singular && *known_style == style)
        .map(|(.., forms)| forms);
    let Some(forms) = forms else {
        return Err(cx.range_error(&format!("Invalid unit argument for format() '{unit}'")));
    };
    if !value.is_finite() {
        return Err(cx.range_error("Invalid time value"));
    }
    let mut parts = Parts::default();
    if format.auto
        && let Some((_, word)) = forms.words.iter().find(|(number, _)| f64::from(*number) == value)
    {
        parts.push("literal", *word);
        return Ok(parts);
    }
    let numbers = NumberFormat::read(cx, Value::UNDEFINED, Value::UNDEFINED)?;
    let numbers = NumberFormat { locale: format.locale.clone(), ..numbers };
    let magnitude = of_number(value.abs());
    let operands = numbers.digits.operands(&magnitude).unwrap_or_default();
    let category = cardinal(format.locale.data, &operands);
    let templates = if value.is_sign_negative() { forms.past } else { forms.future };
    for piece in template(by_category(templates, category)) {
        match piece {
            Piece::Text(text) => parts.push("literal", text),
            Piece::Mark(_) => parts.append(numbers.parts(&magnitude)),
        }
    }
    Ok(parts)
}

/// Intl.RelativeTimeFormat.prototype.format ( value, unit ) (§17.3.3)
fn format_relative(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let parts = relative_parts(cx, this, args)?;
    Ok(cx.heap.new_string(&parts.text())?.into())
}

/// Intl.RelativeTimeFormat.prototype.formatToParts ( value, unit ) (§17.3.4)
fn relative_to_parts(cx: &mut Vm, this: Value, args: Args) -> Completion {
    relative_parts(cx, this, args)?.to_array(cx)
}

/// Intl.RelativeTimeFormat.prototype.resolvedOptions ( ) (§17.3.5)
fn resolved_relative(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    let format = this_relative(cx, this)?;
    let style = STYLES.get(format.style).copied().unwrap_or("");
    let numeric = if format.auto { "auto" } else { "always" };
    resolved(
        cx,
        &[
            ("locale", format.locale.tag.as_str()),
            ("style", style),
            ("numeric", numeric),
            ("numberingSystem", format.locale.numbering.0),
        ],
    )
}

pub(crate) static LIST_CONSTRUCTOR: ObjectTable = class(
    "ListFormat",
    0,
    construct_list,
    Intrinsic::IntlListFormatPrototype,
    &[method("supportedLocalesOf", 1, locale::supported_locales_of)],
);

pub(crate) static LIST_PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::IntlListFormat),
        method("resolvedOptions", 0, resolved_list),
        method("format", 1, format_list),
        method("formatToParts", 1, list_to_parts),
        tag("Intl.ListFormat"),
    ],
);

pub(crate) static RELATIVE_CONSTRUCTOR: ObjectTable = class(
    "RelativeTimeFormat",
    0,
    construct_relative,
    Intrinsic::IntlRelativeTimeFormatPrototype,
    &[method("supportedLocalesOf", 1, locale::supported_locales_of)],
);

pub(crate) static RELATIVE_PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::IntlRelativeTimeFormat),
        method("resolvedOptions", 0, resolved_relative),
        method("format", 2, format_relative),
        method("formatToParts", 2, relative_to_parts),
        tag("Intl.RelativeTimeFormat"),
    ],
);
