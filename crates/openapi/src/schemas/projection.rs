//! Which properties a direction hides: those whose schema says `readOnly` (or `writeOnly`) itself, in an `allOf` member, or
//! behind its reference.
//!
//! Schemas may refer to each other in circles. The answers are the least fixed point: every schema that is referred to
//! starts as hiding nothing, and whoever depends on an answer is asked again when it grows.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::local_definition;
use crate::refs::Refs;

pub(super) struct Projection<'a> {
    refs: &'a Refs<'a>,
    keyword: &'static str,
    nodes: Vec<Node<'a>>,
    by_address: HashMap<usize, usize>,
}

/// A schema that is referred to.
struct Node<'a> {
    schema: &'a Value,
    root: &'a Value,
    answer: Answer<'a>,
    was_asked: bool,
    dependents: HashSet<usize>,
}

#[derive(Clone, Default, PartialEq)]
struct Answer<'a> {
    /// A property with this schema is hidden.
    is_hidden: bool,
    /// Properties that objects of this schema hide.
    names: HashSet<&'a str>,
}

impl<'a> Projection<'a> {
    pub(super) fn new(refs: &'a Refs<'a>, keyword: &'static str) -> Self {
        Projection { refs, keyword, nodes: Vec::new(), by_address: HashMap::new() }
    }

    /// The properties that objects of `schema` hide.
    pub(super) fn hidden_names(&mut self, schema: &'a Value, root: &'a Value) -> HashSet<&'a str> {
        let mut found = Vec::new();
        let names = self.names(schema, root, &mut found);
        if found.iter().all(|id| self.nodes.get(*id).is_some_and(|node| node.was_asked)) {
            return names;
        }
        self.settle(found);
        self.names(schema, root, &mut Vec::new())
    }

    /// Brings the answers of new nodes, and of all that they lead to, to their fixed point.
    fn settle(&mut self, found: Vec<usize>) {
        let mut pending = found;
        while let Some(id) = pending.pop() {
            let Some(node) = self.nodes.get_mut(id) else { continue };
            node.was_asked = true;
            let (schema, root) = (node.schema, node.root);
            let mut needed = Vec::new();
            let answer = Answer {
                is_hidden: self.is_hidden(schema, root, &mut needed),
                names: self.names(schema, root, &mut needed),
            };
            for dependency in needed {
                if let Some(dependency_node) = self.nodes.get_mut(dependency) {
                    dependency_node.dependents.insert(id);
                    if !dependency_node.was_asked {
                        pending.push(dependency);
                    }
                }
            }
            let Some(node) = self.nodes.get_mut(id) else { continue };
            if node.answer != answer {
                node.answer = answer;
                pending.extend(node.dependents.iter().copied());
            }
        }
    }

    fn is_hidden(&mut self, schema: &'a Value, root: &'a Value, needed: &mut Vec<usize>) -> bool {
        let Value::Object(object) = schema else { return false };
        if object.get(self.keyword) == Some(&Value::Bool(true)) {
            return true;
        }
        if let Some(Value::String(reference)) = object.get("$ref")
            && let Some(id) = self.node(reference, root)
        {
            needed.push(id);
            if self.nodes.get(id).is_some_and(|node| node.answer.is_hidden) {
                return true;
            }
        }
        let members = object.get("allOf").and_then(Value::as_array).into_iter().flatten();
        let mut any = false;
        for member in members {
            any |= self.is_hidden(member, root, needed);
        }
        any
    }

    fn names(&mut self, schema: &'a Value, root: &'a Value, needed: &mut Vec<usize>) -> HashSet<&'a str> {
        let mut names = HashSet::new();
        let Value::Object(object) = schema else { return names };
        for (name, property) in object.get("properties").and_then(Value::as_object).into_iter().flatten() {
            if self.is_hidden(property, root, needed) {
                names.insert(name.as_str());
            }
        }
        for member in object.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            names.extend(self.names(member, root, needed));
        }
        if let Some(Value::String(reference)) = object.get("$ref")
            && let Some(id) = self.node(reference, root)
        {
            needed.push(id);
            names.extend(self.nodes.get(id).into_iter().flat_map(|node| node.answer.names.iter().copied()));
        }
        names
    }

    /// The node a reference leads to in one hop; a new one was not asked yet.
    fn node(&mut self, reference: &str, root: &'a Value) -> Option<usize> {
        let local = local_definition(reference).and_then(|(container, name)| root.get(container)?.get(&*name));
        let (schema, root) = match local {
            Some(schema) => (schema, root),
            None => {
                let target = self.refs.target(reference).ok()?;
                (target, target)
            }
        };
        let address = std::ptr::from_ref(schema) as usize;
        if let Some(id) = self.by_address.get(&address) {
            return Some(*id);
        }
        let id = self.nodes.len();
        let node = Node { schema, root, answer: Answer::default(), was_asked: false, dependents: HashSet::new() };
        self.nodes.push(node);
        self.by_address.insert(address, id);
        Some(id)
    }
}
