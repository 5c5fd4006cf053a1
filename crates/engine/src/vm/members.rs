//! What could follow a dot, for people who type: found by looking at data, never by running program code.

use super::Vm;
use super::explain::{Brackets, Step, parse_path};
use crate::realm::Intrinsic;
use crate::value::{PropertyKey, Value};

/// What the value of a path has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Members {
    /// Names of properties, own ones first.
    Names(Vec<String>),
    /// It is a place below `tools`: these segments lead to it.
    Tools(Vec<String>),
}

impl Vm {
    /// What the value of `path`, such as `order.lines[0]`, has. `None` where the path leads nowhere, or leads through an
    /// accessor or a proxy, which only program code could answer for.
    pub fn members(&mut self, path: &str) -> Option<Members> {
        let (root, steps) = parse_path(path, Brackets::IndicesAndNames)?;
        let root = self.heap.key(&root).ok()?;
        let mut value = match self.session_value(root) {
            Some(value) => self.revealed(value)?,
            None => {
                let global = self.intrinsic(Intrinsic::Global);
                self.data_property(global, root)?
            }
        };
        let mut tool = self.tool_segments(value);
        for step in steps {
            let property = match &step {
                Step::Name(name) => self.heap.key(name).ok()?,
                Step::Index(index) => PropertyKey::Index(*index),
            };
            if let (Some(segments), Step::Name(name)) = (&mut tool, &step) {
                segments.push(name.clone());
                continue;
            }
            let holder = self.prototype_of_primitive(value, None).ok()?;
            value = self.data_property(holder, property)?;
            tool = self.tool_segments(value);
        }
        Some(tool.map_or_else(|| Members::Names(self.visible_names(value)), Members::Tools))
    }

    fn tool_segments(&self, value: Value) -> Option<Vec<String>> {
        value.as_object().and_then(|object| self.tool_path(object)).map(<[String]>::to_vec)
    }
}
