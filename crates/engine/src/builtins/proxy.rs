//! `proxy`.

use crate::completion::Completion;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;

pub(crate) fn construct(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    Err(cx.type_error("Proxy is not supported yet"))
}

pub(crate) static CONSTRUCTOR: ObjectTable = class("Proxy", 0, construct, Intrinsic::ObjectPrototype, &[]);

/// Internal methods of proxies (§10.5), called when the object is one.
impl Vm {
    pub(crate) fn proxy_get_prototype_of(
        &mut self,
        _proxy: crate::value::ObjectId,
    ) -> Completion<Option<crate::value::ObjectId>> {
        Err(self.type_error("Proxy is not supported yet"))
    }

    pub(crate) fn proxy_set_prototype_of(
        &mut self,
        _proxy: crate::value::ObjectId,
        _proto: Option<crate::value::ObjectId>,
    ) -> Completion<bool> {
        Err(self.type_error("Proxy is not supported yet"))
    }

    pub(crate) fn proxy_is_extensible(&mut self, _proxy: crate::value::ObjectId) -> Completion<bool> {
        Err(self.type_error("Proxy is not supported yet"))
    }

    pub(crate) fn proxy_prevent_extensions(&mut self, _proxy: crate::value::ObjectId) -> Completion<bool> {
        Err(self.type_error("Proxy is not supported yet"))
    }

    pub(crate) fn proxy_get_own_property(
        &mut self,
        _proxy: crate::value::ObjectId,
        _property: crate::value::PropertyKey,
    ) -> Completion<Option<crate::ops::descriptor::PropertyDescriptor>> {
        Err(self.type_error("Proxy is not supported yet"))
    }

    pub(crate) fn proxy_define_own_property(
        &mut self,
        _proxy: crate::value::ObjectId,
        _property: crate::value::PropertyKey,
        _descriptor: crate::ops::descriptor::PropertyDescriptor,
    ) -> Completion<bool> {
        Err(self.type_error("Proxy is not supported yet"))
    }

    pub(crate) fn proxy_has_property(
        &mut self,
        _proxy: crate::value::ObjectId,
        _property: crate::value::PropertyKey,
    ) -> Completion<bool> {
        Err(self.type_error("Proxy is not supported yet"))
    }

    pub(crate) fn proxy_get(
        &mut self,
        _proxy: crate::value::ObjectId,
        _property: crate::value::PropertyKey,
        _receiver: Value,
    ) -> Completion<Value> {
        Err(self.type_error("Proxy is not supported yet"))
    }

    pub(crate) fn proxy_set(
        &mut self,
        _proxy: crate::value::ObjectId,
        _property: crate::value::PropertyKey,
        _value: Value,
        _receiver: Value,
    ) -> Completion<bool> {
        Err(self.type_error("Proxy is not supported yet"))
    }

    pub(crate) fn proxy_delete(
        &mut self,
        _proxy: crate::value::ObjectId,
        _property: crate::value::PropertyKey,
    ) -> Completion<bool> {
        Err(self.type_error("Proxy is not supported yet"))
    }

    pub(crate) fn proxy_own_property_keys(
        &mut self,
        _proxy: crate::value::ObjectId,
    ) -> Completion<Vec<crate::value::PropertyKey>> {
        Err(self.type_error("Proxy is not supported yet"))
    }

    pub(crate) fn proxy_call(
        &mut self,
        _proxy: crate::value::ObjectId,
        _this: Value,
        _arguments: &[Value],
    ) -> Completion<Value> {
        Err(self.type_error("Proxy is not supported yet"))
    }

    pub(crate) fn proxy_construct(
        &mut self,
        _proxy: crate::value::ObjectId,
        _arguments: &[Value],
        _new_target: crate::value::ObjectId,
    ) -> Completion<Value> {
        Err(self.type_error("Proxy is not supported yet"))
    }
}
