//! `URL` (WHATWG URL §6.1).
//!
//! The query of a URL whose `searchParams` were changed is written when the URL is next looked at ([`sync`]), so that
//! many changes in a row stay cheap. Deviation: URLs are limited to [`MAX_URL_LENGTH`], as in browsers.

mod encoding;
mod host;
mod parser;
mod record;

use record::Url;

use super::url_search_params::{self, ParamsData};
use crate::completion::{Completion, Unwind};
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind, Preview};
use crate::heap::shape::Attributes;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{ObjectId, StringId, Value};
use crate::vm::Vm;

/// The longest text that is parsed as a URL, in UTF-8 bytes: parsing cannot be interrupted.
const MAX_URL_LENGTH: usize = 2 << 20;

/// Internal slots of a URL.
pub(crate) struct UrlData {
    url: Url,
    /// The object of `searchParams`, made when it is first read.
    search_params: Option<ObjectId>,
}

impl ObjectData for UrlData {
    fn trace(&self, tracer: &mut Tracer) {
        self.search_params.into_iter().for_each(|id| tracer.object(id));
    }

    fn bytes(&self) -> usize {
        size_of::<UrlData>() + self.url.len()
    }

    fn preview(&self) -> Preview {
        Preview::Web
    }
}

/// new URL ( url [ , base ] )
pub(crate) fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = cx.new_target();
    if new_target.is_undefined() {
        return Err(cx.type_error("Class constructor URL cannot be invoked without 'new'"));
    }
    cx.require_arguments(args, &["url"], "URL")?;
    let (text, base) = texts(cx, args)?;
    match parse(cx, &text, base.as_deref())? {
        Ok(url) => create(cx, new_target, url),
        Err(error) => Err(invalid_url(cx, error, &text, base.as_deref())),
    }
}

fn create(cx: &mut Vm, new_target: Value, url: Url) -> Completion {
    let data = UrlData { url, search_params: None };
    cx.heap.charge(data.bytes())?;
    let kind = ObjectKind::Data(Box::new(data));
    Ok(cx.ordinary_create_from_constructor(new_target, Intrinsic::UrlPrototype, kind)?.into())
}

/// The two arguments of the constructor and of the static methods as text.
fn texts(cx: &mut Vm, args: Args) -> Completion<(String, Option<String>)> {
    let text = usv_text(cx, args.at(cx, 0))?;
    let base = args.at(cx, 1);
    let base = if base.is_undefined() { None } else { Some(usv_text(cx, base)?) };
    Ok((text, base))
}

fn usv_text(cx: &mut Vm, value: Value) -> Completion<String> {
    let text = cx.to_string(value)?;
    let len = cx.heap.string_len(text);
    cx.charge_fuel(len as u64 / 8)?;
    cx.heap.ensure(len * 3)?;
    cx.heap.text(text)
}

/// Why a text is no URL.
enum Fault {
    TooLong,
    Syntax(record::Fault),
    Base(record::Fault),
}

/// The API URL parser. The outer error is an abort.
fn parse(cx: &mut Vm, text: &str, base: Option<&str>) -> Completion<Result<Url, Fault>> {
    let length = text.len() + base.map_or(0, str::len);
    if length > MAX_URL_LENGTH {
        return Ok(Err(Fault::TooLong));
    }
    cx.charge_fuel(length as u64 / 2 + 16)?;
    // Percent-encoding makes three characters of a byte.
    cx.heap.ensure(length * 6)?;
    let base = match base.map(|base| parser::parse(base, None)) {
        None => None,
        Some(Ok(base)) => Some(base),
        Some(Err(error)) => return Ok(Err(Fault::Base(error))),
    };
    Ok(parser::parse(text, base.as_ref()).map_err(Fault::Syntax))
}

/// The TypeError of a text that is no URL, with `code`, `input` and `base` as in Node.
#[cold]
fn invalid_url(cx: &mut Vm, fault: Fault, text: &str, base: Option<&str>) -> Unwind {
    let short = |text: &str| {
        let cut: String = text.chars().take(100).collect();
        if cut.len() < text.len() { format!("{cut:?}…") } else { format!("{cut:?}") }
    };
    let message = match fault {
        Fault::TooLong => format!("Invalid URL: it is longer than {MAX_URL_LENGTH} bytes"),
        Fault::Syntax(record::Fault::NoScheme) => {
            format!("Invalid URL: {} has no scheme; a relative URL needs a base as second argument", short(text))
        }
        Fault::Syntax(error) => format!("Invalid URL: {}: {error}", short(text)),
        Fault::Base(record::Fault::NoScheme) => {
            format!("Invalid URL: the base {} has no scheme", short(base.unwrap_or_default()))
        }
        Fault::Base(error) => format!("Invalid URL: the base {}: {error}", short(base.unwrap_or_default())),
    };
    let unwind = cx.type_error(&message);
    let Unwind::Throw(error) = unwind else { return unwind };
    let details = [("code", Some("ERR_INVALID_URL")), ("input", Some(text)), ("base", base)];
    for (name, value) in details {
        if let (Some(value), Some(error)) = (value, error.as_object())
            && let Err(unwind) = cx.import_string(value).and_then(|value| cx.create_named(error, name, value))
        {
            return unwind;
        }
    }
    unwind
}

/// URL.canParse ( url [ , base ] )
fn can_parse(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    cx.require_arguments(args, &["url"], "URL.canParse")?;
    let (text, base) = texts(cx, args)?;
    Ok(parse(cx, &text, base.as_deref())?.is_ok().into())
}

/// URL.parse ( url [ , base ] )
fn parse_static(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    cx.require_arguments(args, &["url"], "URL.parse")?;
    let (text, base) = texts(cx, args)?;
    match parse(cx, &text, base.as_deref())? {
        Ok(url) => {
            let constructor = cx.intrinsic(Intrinsic::Url).into();
            create(cx, constructor, url)
        }
        Err(_) => Ok(Value::NULL),
    }
}

// ── The parts ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// The receiver, its query up to date.
fn this_url(cx: &mut Vm, this: Value) -> Completion<ObjectId> {
    match this.as_object() {
        Some(id) if cx.heap.data::<UrlData>(id).is_some() => {
            sync(cx, id)?;
            Ok(id)
        }
        _ => {
            let shown = cx.describe(this);
            Err(cx.type_error(&format!("Receiver must be an instance of class URL, not {shown}")))
        }
    }
}

/// Writes the query when `searchParams` has changed since ("update" of WHATWG URL §6.2). Nothing for other objects.
fn sync(cx: &mut Vm, id: ObjectId) -> Completion<()> {
    let Some(params) = cx.heap.data::<UrlData>(id).and_then(|data| data.search_params) else { return Ok(()) };
    let Some(query) = url_search_params::take_changed(cx, params)? else { return Ok(()) };
    cx.charge_fuel(query.len() as u64 / 8)?;
    cx.heap.charge(query.len())?;
    if let Some(data) = cx.heap.data_mut::<UrlData>(id) {
        data.url.query = (!query.is_empty()).then_some(query);
    }
    Ok(())
}

fn read(cx: &mut Vm, this: Value, part: fn(&Url) -> String) -> Completion {
    let id = this_url(cx, this)?;
    let Some(data) = cx.heap.data::<UrlData>(id) else { return Ok(Value::UNDEFINED) };
    cx.heap.ensure(data.url.len() * 2)?;
    let Some(data) = cx.heap.data::<UrlData>(id) else { return Ok(Value::UNDEFINED) };
    let text = part(&data.url);
    cx.charge_fuel(text.len() as u64 / 16)?;
    cx.import_string(&text)
}

fn write(cx: &mut Vm, this: Value, args: Args, part: fn(&mut Url, &str)) -> Completion {
    let id = this_url(cx, this)?;
    let text = usv_text(cx, args.at(cx, 0))?;
    let length = cx.heap.data::<UrlData>(id).map_or(0, |data| data.url.len());
    if text.len() + length > MAX_URL_LENGTH {
        return Err(cx.range_error(&format!("a URL longer than {MAX_URL_LENGTH} bytes is not supported")));
    }
    cx.charge_fuel((text.len() + length) as u64 / 2 + 16)?;
    cx.heap.charge(text.len() * 3)?;
    if let Some(data) = cx.heap.data_mut::<UrlData>(id) {
        part(&mut data.url, &text);
    }
    Ok(Value::UNDEFINED)
}

/// Getters and setters of the parts that are read and written alike.
macro_rules! parts {
    ($($get:ident $set:ident;)*) => {$(
        fn $get(cx: &mut Vm, this: Value, _args: Args) -> Completion {
            read(cx, this, Url::$get)
        }

        fn $set(cx: &mut Vm, this: Value, args: Args) -> Completion {
            write(cx, this, args, Url::$set)
        }
    )*};
}

parts! {
    protocol set_protocol;
    username set_username;
    password set_password;
    host set_host;
    hostname set_hostname;
    port set_port;
    pathname set_pathname;
    hash set_hash;
}

fn href(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    read(cx, this, Url::href)
}

fn set_href(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let id = this_url(cx, this)?;
    let text = usv_text(cx, args.at(cx, 0))?;
    let url = match parse(cx, &text, None)? {
        Ok(url) => url,
        Err(fault) => return Err(invalid_url(cx, fault, &text, None)),
    };
    cx.heap.charge(url.len())?;
    if let Some(data) = cx.heap.data_mut::<UrlData>(id) {
        data.url = url;
    }
    reload_params(cx, id)
}

fn origin(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    read(cx, this, Url::origin)
}

fn search(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    read(cx, this, Url::search)
}

fn set_search(cx: &mut Vm, this: Value, args: Args) -> Completion {
    write(cx, this, args, Url::set_search)?;
    match this.as_object() {
        Some(id) => reload_params(cx, id),
        None => Ok(Value::UNDEFINED),
    }
}

/// get URL.prototype.searchParams: the same object at every read.
fn search_params(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    // Known parameters need no look at the query, so that `url.searchParams.append(…)` in a loop stays cheap.
    if let Some(id) = this.as_object()
        && let Some(params) = cx.heap.data::<UrlData>(id).and_then(|data| data.search_params)
    {
        return Ok(params.into());
    }
    let id = this_url(cx, this)?;
    let Some(data) = cx.heap.data::<UrlData>(id) else { return Ok(Value::UNDEFINED) };
    let query = data.url.query.as_deref().unwrap_or_default();
    cx.heap.ensure(query.len())?;
    let query = query.to_owned();
    let params = url_search_params::of_url(cx, id, &query)?;
    if let Some(data) = cx.heap.data_mut::<UrlData>(id) {
        data.search_params = Some(params);
    }
    Ok(params.into())
}

/// Fills `searchParams` anew after the query was written.
fn reload_params(cx: &mut Vm, id: ObjectId) -> Completion {
    let Some(data) = cx.heap.data::<UrlData>(id) else { return Ok(Value::UNDEFINED) };
    if let Some(params) = data.search_params {
        let query = data.url.query.as_deref().unwrap_or_default();
        cx.heap.ensure(query.len())?;
        let query = query.to_owned();
        url_search_params::reload(cx, params, &query)?;
    }
    Ok(Value::UNDEFINED)
}

/// Whether an object is a `URL`.
pub(crate) fn is_url_object(cx: &Vm, object: ObjectId) -> bool {
    cx.heap.data::<UrlData>(object).is_some()
}

/// How the console shows a URL or URLSearchParams: as its text, without quotes. `None` for other objects.
pub(crate) fn shown_text(cx: &mut Vm, object: ObjectId) -> Completion<Option<StringId>> {
    if cx.heap.data::<UrlData>(object).is_some() {
        return Ok(href(cx, object.into(), Args::NONE)?.as_string());
    }
    if cx.heap.data::<ParamsData>(object).is_some() {
        return url_search_params::query_text(cx, object).map(Some);
    }
    Ok(None)
}

const LISTED: Attributes = Attributes::accessor(true, true);

pub(crate) static CONSTRUCTOR: ObjectTable = class(
    "URL",
    1,
    construct,
    Intrinsic::UrlPrototype,
    &[method("canParse", 1, can_parse).with(Attributes::ALL), method("parse", 1, parse_static).with(Attributes::ALL)],
);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::Url),
        method("toString", 0, href).with(Attributes::ALL),
        accessor("href", href, set_href).with(LISTED),
        getter("origin", origin).with(LISTED),
        accessor("protocol", protocol, set_protocol).with(LISTED),
        accessor("username", username, set_username).with(LISTED),
        accessor("password", password, set_password).with(LISTED),
        accessor("host", host, set_host).with(LISTED),
        accessor("hostname", hostname, set_hostname).with(LISTED),
        accessor("port", port, set_port).with(LISTED),
        accessor("pathname", pathname, set_pathname).with(LISTED),
        accessor("search", search, set_search).with(LISTED),
        getter("searchParams", search_params).with(LISTED),
        accessor("hash", hash, set_hash).with(LISTED),
        method("toJSON", 0, href).with(Attributes::ALL),
        tag("URL"),
    ],
);
