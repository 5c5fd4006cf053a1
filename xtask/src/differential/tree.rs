//! Derived programs as trees, and smaller programs made from them.

use std::borrow::Cow;
use std::collections::HashMap;

use super::grammar::Grammar;

/// A way to a smaller program: the characters saved, where, and what takes the place.
type Step<'a> = (usize, &'a [usize], Option<Cow<'a, Node>>);

/// A piece of a derived program.
#[derive(Debug, Clone)]
pub enum Node {
    Text(String),
    Rule { rule: usize, children: Vec<Node> },
    List { separator: &'static str, items: Vec<Node> },
}

impl Node {
    /// The text of the program.
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) {
        match self {
            Node::Text(text) => out.push_str(text),
            Node::Rule { children, .. } => children.iter().for_each(|child| child.write(out)),
            Node::List { separator, items } => {
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        out.push_str(separator);
                    }
                    item.write(out);
                }
            }
        }
    }

    fn children(&self) -> &[Node] {
        match self {
            Node::Text(_) => &[],
            Node::Rule { children, .. } => children,
            Node::List { items, .. } => items,
        }
    }

    fn at(&self, path: &[usize]) -> Option<&Node> {
        path.iter().try_fold(self, |node, step| node.children().get(*step))
    }

    fn replaced(&self, path: &[usize], new: Option<&Node>) -> Node {
        let mut copy = self.clone();
        let Some((last, parents)) = path.split_last() else { return new.cloned().unwrap_or(copy) };
        let mut node = &mut copy;
        for step in parents {
            let next = match node {
                Node::Text(_) => return self.clone(),
                Node::Rule { children, .. } => children.get_mut(*step),
                Node::List { items, .. } => items.get_mut(*step),
            };
            match next {
                Some(next) => node = next,
                None => return self.clone(),
            }
        }
        match (node, new) {
            (Node::List { items, .. }, None) if *last < items.len() => {
                items.remove(*last);
            }
            (Node::Rule { children: items, .. } | Node::List { items, .. }, Some(new)) => {
                if let Some(slot) = items.get_mut(*last) {
                    *slot = new.clone();
                }
            }
            _ => {}
        }
        copy
    }

    /// Programs that are one step smaller: without an item of a list, with the simplest text for a part, or with a part
    /// replaced by a part of its own. The boldest steps come first.
    pub fn smaller(&self, grammar: &Grammar, most: usize) -> Vec<Node> {
        let mut paths = Vec::new();
        collect(self, &mut Vec::new(), &mut paths);
        // What a step saves, where, and what takes the place; the programs themselves are made for the chosen ones.
        let mut steps: Vec<Step<'_>> = Vec::new();
        let mut simplest = HashMap::new();
        for path in &paths {
            let Some(node) = self.at(path) else { continue };
            let length = node.length();
            let parent = path.split_last().and_then(|(_, parents)| self.at(parents));
            if matches!(parent, Some(Node::List { .. })) && length > 0 {
                steps.push((length, path, None));
            }
            if let Node::Rule { rule, .. } = node {
                let simplest = simplest.entry(*rule).or_insert_with(|| grammar.simplest(*rule));
                if simplest.length() < length {
                    steps.push((length - simplest.length(), path, Some(Cow::Owned(simplest.clone()))));
                }
                let mut inner = Vec::new();
                same_rule(node, *rule, true, &mut inner);
                for inner in inner {
                    let saved = length.saturating_sub(inner.length());
                    if saved > 0 {
                        steps.push((saved, path, Some(Cow::Borrowed(inner))));
                    }
                }
            }
        }
        steps.sort_by_key(|(saved, ..)| std::cmp::Reverse(*saved));
        // Where there are too many, some of every size.
        let stride = steps.len().div_ceil(most.max(1)).max(1);
        steps.iter().step_by(stride).map(|(_, path, new)| self.replaced(path, new.as_deref())).collect()
    }

    fn length(&self) -> usize {
        match self {
            Node::Text(text) => text.len(),
            Node::Rule { children, .. } => children.iter().map(Node::length).sum(),
            Node::List { separator, items } => {
                items.iter().map(Node::length).sum::<usize>() + separator.len() * items.len().saturating_sub(1)
            }
        }
    }
}

fn collect(node: &Node, path: &mut Vec<usize>, out: &mut Vec<Vec<usize>>) {
    for (at, child) in node.children().iter().enumerate() {
        path.push(at);
        if !matches!(child, Node::Text(_)) || matches!(node, Node::List { .. }) {
            out.push(path.clone());
        }
        collect(child, path, out);
        path.pop();
    }
}

fn same_rule<'a>(node: &'a Node, wanted: usize, is_root: bool, out: &mut Vec<&'a Node>) {
    if let Node::Rule { rule, .. } = node
        && *rule == wanted
        && !is_root
    {
        out.push(node);
        return;
    }
    node.children().iter().for_each(|child| same_rule(child, wanted, false, out));
}
