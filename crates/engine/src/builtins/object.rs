//! `Object` (ECMA-262 §20.1.1, §20.1.2). Its prototype is in [`prototype`].

pub(crate) mod prototype;

use crate::completion::Completion;
use crate::heap::elements::Elements;
use crate::heap::object::ObjectKind;
use crate::heap::shape::Attributes;
use crate::ops::descriptor::PropertyDescriptor;
use crate::ops::exotic::Exotic;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{ObjectId, PropertyKey, Value};
use crate::vm::Vm;

pub(crate) use prototype::PROTOTYPE;

/// Object ( [ value ] ) §20.1.1.1
pub(crate) fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = cx.new_target();
    if !new_target.is_undefined() && new_target != cx.active_native {
        let object =
            cx.ordinary_create_from_constructor(new_target, Intrinsic::ObjectPrototype, ObjectKind::Ordinary)?;
        return Ok(object.into());
    }
    let value = args.at(cx, 0);
    if value.is_nullish() {
        return Ok(cx.new_object().into());
    }
    cx.to_object(value).map(Value::object)
}

/// Object.assign ( target, ...sources ) §20.1.2.1
fn assign(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let target = args.at(cx, 0);
    let target = cx.to_object(target)?;
    for index in 1..args.len() {
        let source = args.at(cx, index);
        refuse_promise(cx, source, "Object.assign")?;
        if source.is_nullish() {
            continue;
        }
        let source = cx.to_object(source)?;
        refuse_tools(cx, source)?;
        for property in cx.own_property_keys(source)? {
            cx.charge_fuel(2)?;
            if let Some(value) = cx.own_enumerable_value(source, property)? {
                cx.set(target, property, value)?;
            }
        }
    }
    Ok(target.into())
}

/// Object.create ( O, Properties ) §20.1.2.2
fn create(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let proto = proto_argument(cx, args.at(cx, 0), "Object prototype")?;
    let object = cx.heap.new_object_with_proto(proto, ObjectKind::Ordinary);
    let properties = args.at(cx, 1);
    if !properties.is_undefined() {
        object_define_properties(cx, object, properties)?;
    }
    Ok(object.into())
}

/// The prototype that an argument names: an object or null.
fn proto_argument(cx: &mut Vm, value: Value, what: &str) -> Completion<Option<ObjectId>> {
    match value.as_object() {
        Some(proto) => Ok(Some(proto)),
        None if value.is_null() => Ok(None),
        None => {
            let shown = cx.describe(value);
            Err(cx.type_error(&format!("{what} may only be an Object or null: {shown}")))
        }
    }
}

/// Object.defineProperties ( O, Properties ) §20.1.2.3
fn define_properties(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let object = object_argument(cx, args.at(cx, 0), "Object.defineProperties")?;
    object_define_properties(cx, object, args.at(cx, 1))?;
    Ok(object.into())
}

fn object_argument(cx: &mut Vm, value: Value, what: &str) -> Completion<ObjectId> {
    match value.as_object() {
        Some(object) => Ok(object),
        None => {
            let shown = cx.describe(value);
            Err(cx.type_error(&format!("{what} called on non-object: {shown}")))
        }
    }
}

/// ObjectDefineProperties ( O, Properties ) §20.1.2.3.1
fn object_define_properties(cx: &mut Vm, object: ObjectId, properties: Value) -> Completion<()> {
    let properties = cx.to_object(properties)?;
    let keys = cx.own_property_keys(properties)?;
    cx.heap.charge(keys.len() * size_of::<PropertyDescriptor>())?;
    let mut descriptors = Vec::with_capacity(keys.len());
    for property in keys {
        cx.charge_fuel(4)?;
        if let Some(description) = cx.own_enumerable_value(properties, property)? {
            descriptors.push((property, cx.to_property_descriptor(description)?));
        }
    }
    for (property, descriptor) in descriptors {
        cx.charge_fuel(2)?;
        cx.define_property_or_throw(object, property, descriptor)?;
    }
    Ok(())
}

/// Object.defineProperty ( O, P, Attributes ) §20.1.2.4
fn define_property(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let object = object_argument(cx, args.at(cx, 0), "Object.defineProperty")?;
    let property = cx.to_property_key(args.at(cx, 1))?;
    let descriptor = cx.to_property_descriptor(args.at(cx, 2))?;
    cx.define_property_or_throw(object, property, descriptor)?;
    Ok(object.into())
}

/// Object.entries ( O ) §20.1.2.5
fn entries(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    refuse_promise(cx, args.at(cx, 0), "Object.entries")?;
    let object = cx.to_object(args.at(cx, 0))?;
    refuse_tools(cx, object)?;
    let result = cx.new_empty_array();
    for property in string_keys(cx, object)? {
        cx.charge_fuel(4)?;
        if let Some(value) = cx.own_enumerable_value(object, property)? {
            let name = cx.heap.key_to_value(property)?;
            let entry = cx.new_array(vec![name, value])?;
            cx.heap.array_push(result, entry.into())?;
        }
    }
    Ok(result.into())
}

/// Object.keys ( O ) §20.1.2.19
fn keys(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    refuse_promise(cx, args.at(cx, 0), "Object.keys")?;
    let object = cx.to_object(args.at(cx, 0))?;
    let result = cx.new_empty_array();
    let exotic = cx.exotic(object);
    for property in string_keys(cx, object)? {
        cx.charge_fuel(1)?;
        let enumerable = match exotic {
            Exotic::None | Exotic::Array => cx.is_enumerable_ordinary(object, property),
            Exotic::Tools => true,
            _ => cx.get_own_property(object, property)?.is_some_and(|own| own.is_enumerable()),
        };
        if enumerable {
            let name = cx.heap.key_to_value(property)?;
            cx.heap.array_push(result, name)?;
        }
    }
    Ok(result.into())
}

/// Object.values ( O ) §20.1.2.24
fn values(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    refuse_promise(cx, args.at(cx, 0), "Object.values")?;
    let object = cx.to_object(args.at(cx, 0))?;
    refuse_tools(cx, object)?;
    let result = cx.new_empty_array();
    for property in string_keys(cx, object)? {
        cx.charge_fuel(1)?;
        if let Some(value) = cx.own_enumerable_value(object, property)? {
            cx.heap.array_push(result, value)?;
        }
    }
    Ok(result.into())
}

/// Deviation: the properties of a promise are never what was meant, so that reading them is an error.
pub(crate) fn refuse_promise(cx: &mut Vm, value: Value, what: &str) -> Completion<()> {
    if cx.options.guards
        && cx.is_promise(value)
        && value.as_object().is_some_and(|promise| is_bare_promise(cx, promise))
    {
        return Err(cx.promise_as_data_error(&format!("{what} cannot read a promise")));
    }
    Ok(())
}

/// Whether nothing was put onto a promise.
fn is_bare_promise(cx: &mut Vm, promise: ObjectId) -> bool {
    cx.is_bare(promise, Intrinsic::PromisePrototype)
}

/// `$RefusePromise(value, what)`: TypeError for a promise.
pub(crate) fn refuse_promise_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (value, what) = (args.at(cx, 0), args.at(cx, 1));
    let what = cx.to_std_string(what)?;
    refuse_promise(cx, value, &what)?;
    Ok(Value::UNDEFINED)
}

/// Tool references have names, which can be listed, and no values.
fn refuse_tools(cx: &mut Vm, object: ObjectId) -> Completion<()> {
    if cx.is_tool_reference(object.into()) { Err(cx.tool_data_error(object)) } else { Ok(()) }
}

/// The own keys that are strings.
fn string_keys(cx: &mut Vm, object: ObjectId) -> Completion<Vec<PropertyKey>> {
    let mut keys = cx.own_property_keys(object)?;
    keys.retain(|key| key.is_string());
    Ok(keys)
}

/// Object.freeze ( O ) §20.1.2.6
fn freeze(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    if let Some(object) = value.as_object()
        && !cx.set_integrity_level(object, true)?
    {
        return Err(cx.type_error("cannot freeze the object"));
    }
    Ok(value)
}

/// Object.seal ( O ) §20.1.2.22
fn seal(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    if let Some(object) = value.as_object()
        && !cx.set_integrity_level(object, false)?
    {
        return Err(cx.type_error("cannot seal the object"));
    }
    Ok(value)
}

/// Object.preventExtensions ( O ) §20.1.2.20
fn prevent_extensions(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    if let Some(object) = value.as_object()
        && !cx.prevent_extensions(object)?
    {
        return Err(cx.type_error("cannot prevent extensions of the object"));
    }
    Ok(value)
}

/// Object.isFrozen ( O ) §20.1.2.17
fn is_frozen(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    match args.at(cx, 0).as_object() {
        Some(object) => cx.test_integrity_level(object, true).map(Value::boolean),
        None => Ok(Value::TRUE),
    }
}

/// Object.isSealed ( O ) §20.1.2.18
fn is_sealed(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    match args.at(cx, 0).as_object() {
        Some(object) => cx.test_integrity_level(object, false).map(Value::boolean),
        None => Ok(Value::TRUE),
    }
}

/// Object.isExtensible ( O ) §20.1.2.16
fn is_extensible(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    match args.at(cx, 0).as_object() {
        Some(object) => cx.is_extensible(object).map(Value::boolean),
        None => Ok(Value::FALSE),
    }
}

/// Object.getOwnPropertyDescriptor ( O, P ) §20.1.2.8
fn get_own_property_descriptor(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let object = cx.to_object(args.at(cx, 0))?;
    let property = cx.to_property_key(args.at(cx, 1))?;
    let descriptor = cx.get_own_property(object, property)?;
    cx.from_property_descriptor(descriptor)
}

/// Object.getOwnPropertyDescriptors ( O ) §20.1.2.9
fn get_own_property_descriptors(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let object = cx.to_object(args.at(cx, 0))?;
    let result = cx.new_object();
    for property in cx.own_property_keys(object)? {
        cx.charge_fuel(4)?;
        let descriptor = cx.get_own_property(object, property)?;
        if descriptor.is_some() {
            let description = cx.from_property_descriptor(descriptor)?;
            cx.create_data_property_or_throw(result, property, description)?;
        }
    }
    Ok(result.into())
}

/// Object.getOwnPropertyNames ( O ) §20.1.2.10
fn get_own_property_names(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    own_keys_array(cx, args.at(cx, 0), PropertyKey::is_string)
}

/// Object.getOwnPropertySymbols ( O ) §20.1.2.11
fn get_own_property_symbols(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    own_keys_array(cx, args.at(cx, 0), |key| !key.is_string())
}

fn own_keys_array(cx: &mut Vm, value: Value, wanted: fn(PropertyKey) -> bool) -> Completion {
    let object = cx.to_object(value)?;
    let result = cx.new_empty_array();
    for property in cx.own_property_keys(object)? {
        cx.charge_fuel(1)?;
        if wanted(property) {
            let name = cx.heap.key_to_value(property)?;
            cx.heap.array_push(result, name)?;
        }
    }
    Ok(result.into())
}

/// Object.getPrototypeOf ( O ) §20.1.2.12
fn get_prototype_of(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let object = cx.to_object(args.at(cx, 0))?;
    Ok(cx.get_prototype_of(object)?.map_or(Value::NULL, Value::object))
}

/// Object.setPrototypeOf ( O, proto ) §20.1.2.23
fn set_prototype_of(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    if value.is_nullish() {
        let shown = cx.describe(value);
        return Err(cx.type_error(&format!("Object.setPrototypeOf called on {shown}")));
    }
    let proto = proto_argument(cx, args.at(cx, 1), "Object prototype")?;
    if let Some(object) = value.as_object()
        && !cx.set_prototype_of(object, proto)?
    {
        return Err(refused_prototype(cx, object));
    }
    Ok(value)
}

fn refused_prototype(cx: &mut Vm, object: ObjectId) -> crate::completion::Unwind {
    let shown = cx.describe(object.into());
    if object == cx.intrinsic(Intrinsic::ObjectPrototype) {
        cx.type_error("the prototype of Object.prototype cannot be changed")
    } else if cx.heap.object(object).is_extensible() {
        cx.type_error("cyclic __proto__ value")
    } else {
        cx.type_error(&format!("cannot set the prototype of {shown}: it is not extensible"))
    }
}

/// Object.hasOwn ( O, P ) §20.1.2.14
fn has_own(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let object = cx.to_object(args.at(cx, 0))?;
    let property = cx.to_property_key(args.at(cx, 1))?;
    cx.has_own_property(object, property).map(Value::boolean)
}

/// Object.is ( value1, value2 ) §20.1.2.15
fn is(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (a, b) = (args.at(cx, 0), args.at(cx, 1));
    Ok(cx.same_value(a, b).into())
}

impl Vm {
    /// The value of an own property if it is enumerable, as object spread, `Object.assign`, `values` and `entries` read
    /// it: \[\[GetOwnProperty\]\], then \[\[Get\]\].
    pub(crate) fn own_enumerable_value(
        &mut self,
        object: ObjectId,
        property: PropertyKey,
    ) -> Completion<Option<Value>> {
        if !matches!(self.exotic(object), Exotic::None | Exotic::Array) {
            return match self.get_own_property(object, property)? {
                Some(own) if own.is_enumerable() => self.get(object, property).map(Some),
                _ => Ok(None),
            };
        }
        let (value, attributes) = match property {
            PropertyKey::Index(index) => match self.heap.object(object).elements.get(index) {
                Some(element) => (element.value, element.attributes),
                None => return Ok(None),
            },
            _ => match self.heap.find_named(object, property) {
                Some((slot, attributes)) => (self.read_slot(object, slot), attributes),
                None => return Ok(None),
            },
        };
        if !attributes.is_enumerable() {
            return Ok(None);
        }
        match value.as_accessor() {
            None => Ok(Some(value)),
            Some(id) => {
                let get = self.heap.accessor(id).get;
                if get.is_undefined() { Ok(Some(get)) } else { self.call(get, object.into(), &[]).map(Some) }
            }
        }
    }

    /// Whether an ordinary object or array has an own enumerable property.
    pub(crate) fn is_enumerable_ordinary(&self, object: ObjectId, property: PropertyKey) -> bool {
        match property {
            PropertyKey::Index(index) => {
                self.heap.object(object).elements.get(index).is_some_and(|element| element.attributes.is_enumerable())
            }
            _ => self.heap.find_named(object, property).is_some_and(|(_, attributes)| attributes.is_enumerable()),
        }
    }
}

// ── Operations of the prelude ──────────────────────────────────────────────────────────────────────────────────────

/// `$FromPlainEntries(iterable)`: the object of `Object.fromEntries` when it can be made without running program code,
/// else undefined.
pub(crate) fn from_plain_entries(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let Some(entries) = cx.fast_array_values(args.at(cx, 0))? else { return Ok(Value::UNDEFINED) };
    let mut pairs = Vec::with_capacity(entries.len());
    cx.heap.charge(entries.len() * 24)?;
    cx.charge_fuel(entries.len() as u64 * 2)?;
    for entry in entries {
        let Some(pair) = plain_pair(cx, entry)? else { return Ok(Value::UNDEFINED) };
        pairs.push(pair);
    }
    let object = cx.new_object();
    for (property, value) in pairs {
        cx.create_data_property(object, property, value)?;
    }
    Ok(object.into())
}

/// Key and value of an entry that is a dense array with a primitive key.
pub(crate) fn plain_pair(cx: &mut Vm, entry: Value) -> Completion<Option<(PropertyKey, Value)>> {
    let Some(array) = entry.as_object() else { return Ok(None) };
    if !cx.heap.object(array).is_array() {
        return Ok(None);
    }
    let (name, value) = match &cx.heap.object(array).elements {
        Elements::Dense(values) => match values.as_slice() {
            [name, value, ..] if !name.is_hole() && !value.is_hole() => (*name, *value),
            _ => return Ok(None),
        },
        Elements::Sparse(_) => return Ok(None),
    };
    if name.is_object() {
        return Ok(None);
    }
    Ok(Some((cx.to_property_key(name)?, value)))
}

/// `$GroupPush(groups, key, value)`: adds to the array under a key of an object without prototype.
pub(crate) fn group_push(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let Some(groups) = args.at(cx, 0).as_object() else { return Ok(Value::UNDEFINED) };
    let property = cx.to_property_key(args.at(cx, 1))?;
    let value = args.at(cx, 2);
    let group = match cx.ordinary_get_own_property(groups, property).and_then(|own| own.value?.as_object()) {
        Some(group) => group,
        None => {
            let group = cx.new_empty_array();
            cx.create_data_property(groups, property, group.into())?;
            group
        }
    };
    cx.heap.array_push(group, value)?;
    Ok(Value::UNDEFINED)
}

/// `$NewNullObject()`
pub(crate) fn new_null_object(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Ok(cx.heap.new_object_with_proto(None, ObjectKind::Ordinary).into())
}

/// `$DefineEntry(object, item)`: CreateDataPropertyOrThrow of an entry as iteration gives it.
pub(crate) fn define_entry(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let Some(object) = args.at(cx, 0).as_object() else { return Ok(Value::UNDEFINED) };
    let item = args.at(cx, 1);
    let Some(entry) = item.as_object() else {
        let shown = cx.describe(item);
        return Err(cx.type_error(&format!("iterator value {shown} is not an entry object")));
    };
    let name = cx.get_index(entry, 0)?;
    let value = cx.get_index(entry, 1)?;
    let property = cx.to_property_key(name)?;
    cx.define_own_property(object, property, PropertyDescriptor::data(value, Attributes::ALL))?;
    Ok(Value::UNDEFINED)
}

pub(crate) static CONSTRUCTOR: ObjectTable = class(
    "Object",
    1,
    construct,
    Intrinsic::ObjectPrototype,
    &[
        method("assign", 2, assign),
        method("create", 2, create),
        method("defineProperties", 2, define_properties),
        method("defineProperty", 3, define_property),
        method("entries", 1, entries),
        method("freeze", 1, freeze),
        prelude("fromEntries", 1, "Object_fromEntries"),
        method("getOwnPropertyDescriptor", 2, get_own_property_descriptor),
        method("getOwnPropertyDescriptors", 1, get_own_property_descriptors),
        method("getOwnPropertyNames", 1, get_own_property_names),
        method("getOwnPropertySymbols", 1, get_own_property_symbols),
        method("getPrototypeOf", 1, get_prototype_of),
        prelude("groupBy", 2, "Object_groupBy"),
        method("hasOwn", 2, has_own),
        method("is", 2, is),
        method("isExtensible", 1, is_extensible),
        method("isFrozen", 1, is_frozen),
        method("isSealed", 1, is_sealed),
        method("keys", 1, keys),
        method("preventExtensions", 1, prevent_extensions),
        method("seal", 1, seal),
        method("setPrototypeOf", 2, set_prototype_of),
        method("values", 1, values),
    ],
);
