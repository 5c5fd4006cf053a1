//! Sets of strings as nodes: common beginnings (or, in lookbehind, endings) are matched once.
//!
//! Of the strings that match somewhere the longest comes first (`CompileAtom` of a class, ECMA-262, section
//! 22.2.2.7). Strings that part in a character exclude each other, so that only the order along one branch counts:
//! what goes on before what ends.

use std::collections::BTreeMap;

use super::Lowering;
use crate::charset::CharSet;
use crate::node::Node;

/// Branchings along one string beyond which the rest is matched string by string.
const MAX_DEPTH: usize = 48;

impl Lowering {
    /// A node for `strings`, all of them different and not empty, and for the characters of `chars`.
    pub(super) fn strings(&mut self, strings: Vec<Vec<u32>>, chars: CharSet) -> Node {
        let strings = if self.behind {
            strings.into_iter().map(|string| string.into_iter().rev().collect()).collect()
        } else {
            strings
        };
        self.branches(strings, chars, 0)
    }

    /// Joins parts given in reading order.
    fn join(&self, mut parts: Vec<Node>) -> Node {
        if self.behind {
            parts.reverse();
        }
        Node::cat(parts)
    }

    fn branches(&mut self, strings: Vec<Vec<u32>>, chars: CharSet, depth: usize) -> Node {
        let mut by_first: BTreeMap<u32, Vec<Vec<u32>>> = BTreeMap::new();
        for string in strings {
            if let Some((&first, rest)) = string.split_first() {
                by_first.entry(first).or_default().push(rest.to_vec());
            }
        }
        // Characters with the same continuations become one set.
        let mut by_rest: BTreeMap<Vec<Vec<u32>>, Vec<(u32, u32)>> = BTreeMap::new();
        for (first, rests) in by_first {
            by_rest.entry(rests).or_default().push((first, first));
        }
        let mut items = Vec::with_capacity(by_rest.len() + 1);
        for (rests, firsts) in by_rest {
            let firsts = CharSet::from_ranges(firsts);
            items.push(self.branch(&firsts, rests, depth));
        }
        if !chars.is_empty() {
            items.push(self.closed(&chars));
        }
        Node::alt(items, &mut self.sets)
    }

    /// One of `firsts` followed by one of `rests`.
    fn branch(&mut self, firsts: &CharSet, mut rests: Vec<Vec<u32>>, depth: usize) -> Node {
        let mut parts = vec![self.closed(firsts)];
        if let [only] = rests.as_slice() {
            parts.extend(only.iter().map(|&ch| self.character(ch)));
            return self.join(parts);
        }
        let optional = rests.iter().any(Vec::is_empty);
        rests.retain(|rest| !rest.is_empty());
        let rest = if depth < MAX_DEPTH {
            self.branches(rests, CharSet::new(), depth + 1)
        } else {
            rests.sort_by_key(|rest| std::cmp::Reverse(rest.len()));
            let items = rests.into_iter().map(|rest| {
                let characters = rest.into_iter().map(|ch| self.character(ch)).collect();
                self.join(characters)
            });
            let items = items.collect();
            Node::alt(items, &mut self.sets)
        };
        let rest = if optional { Node::alt(vec![rest, Node::empty()], &mut self.sets) } else { rest };
        parts.push(rest);
        self.join(parts)
    }

    /// A node for a set with its case variants.
    fn closed(&mut self, set: &CharSet) -> Node {
        let set = self.close(set.clone());
        Node::set(set, &mut self.sets)
    }
}
