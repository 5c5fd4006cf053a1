//! A parsed text whose every part knows where it stands, so that a mistake can be shown at its place whatever the
//! format was.

use std::ops::Range;

use serde_json::{Map, Number, Value};

/// A value and the bytes it was read from.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    pub span: Range<usize>,
    pub data: Data,
}

/// What JSON and TOML have in common.
#[derive(Debug, Clone, PartialEq)]
pub enum Data {
    Null,
    Bool(bool),
    Number(Number),
    String(String),
    Array(Vec<Node>),
    Object(Vec<Member>),
}

/// A key with its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    pub key: String,
    pub key_span: Range<usize>,
    pub value: Node,
}

/// A step on the way to a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    Key(String),
    Index(usize),
}

impl Node {
    /// The value without places. The depth is bounded by the parsers.
    pub fn to_value(&self) -> Value {
        match &self.data {
            Data::Null => Value::Null,
            Data::Bool(value) => Value::Bool(*value),
            Data::Number(number) => Value::Number(number.clone()),
            Data::String(text) => Value::String(text.clone()),
            Data::Array(items) => Value::Array(items.iter().map(Node::to_value).collect()),
            Data::Object(members) => {
                let pairs = members.iter().map(|member| (member.key.clone(), member.value.to_value()));
                Value::Object(pairs.collect::<Map<_, _>>())
            }
        }
    }

    /// The member of an object.
    pub fn member(&self, key: &str) -> Option<&Member> {
        match &self.data {
            Data::Object(members) => members.iter().find(|member| member.key == key),
            _ => None,
        }
    }

    /// The part at the end of a path.
    pub fn at(&self, path: &[Step]) -> Option<&Node> {
        path.iter().try_fold(self, |node, step| match (step, &node.data) {
            (Step::Key(key), _) => node.member(key).map(|member| &member.value),
            (Step::Index(index), Data::Array(items)) => items.get(*index),
            (Step::Index(_), _) => None,
        })
    }

    /// Takes the part at the end of a path out. Says whether it was there.
    pub fn remove(&mut self, path: &[Step]) -> bool {
        let Some((last, parents)) = path.split_last() else { return false };
        let parent = parents.iter().try_fold(self, |node, step| match (step, &mut node.data) {
            (Step::Key(key), Data::Object(members)) => {
                members.iter_mut().find(|member| member.key == *key).map(|member| &mut member.value)
            }
            (Step::Index(index), Data::Array(items)) => items.get_mut(*index),
            _ => None,
        });
        match (last, parent.map(|node| &mut node.data)) {
            (Step::Key(key), Some(Data::Object(members))) => {
                let before = members.len();
                members.retain(|member| member.key != *key);
                members.len() < before
            }
            (Step::Index(index), Some(Data::Array(items))) if *index < items.len() => {
                items.remove(*index);
                true
            }
            _ => false,
        }
    }
}
