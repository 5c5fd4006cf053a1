//! stub
use super::Vm;
use crate::completion::Completion;
use crate::value::{ObjectId, Value};
impl Vm {
    pub(crate) fn run_closure(&mut self, _f: ObjectId, _this: Value, _arguments: &[Value]) -> Completion {
        Ok(Value::UNDEFINED)
    }
    pub(crate) fn run_constructor(&mut self, _f: ObjectId, _arguments: &[Value], _nt: ObjectId) -> Completion {
        Ok(Value::UNDEFINED)
    }
    pub(crate) fn refuel(&mut self) -> Completion<()> {
        Ok(())
    }
}
