//! Decides which definitions are printed in place and which get a declaration of their own.
//!
//! A definition is declared when it refers to itself, directly or through others, or when printing it at every place of
//! use would repeat a lot. With that, the printed text is linear in the document.

use super::types::{DefinitionId, Lowered};

/// Repeating a definition may cost this many nodes before it is declared instead.
const REPEATED_NODES: usize = 24;

/// Which definitions are declared, by position.
pub(super) struct Layout {
    declared: Vec<bool>,
}

impl Layout {
    pub(super) fn is_declared(&self, id: DefinitionId) -> bool {
        self.declared.get(id.0).copied().unwrap_or(false)
    }

    pub(super) fn of(lowered: &Lowered) -> Layout {
        let references: Vec<Vec<usize>> = lowered
            .definitions
            .iter()
            .map(|definition| {
                let mut found = Vec::new();
                definition.body.each_reference(&mut |id| found.push(id.0));
                found
            })
            .collect();
        let mut declared = vec![false; references.len()];
        let finished = recursive_definitions(&references, &mut declared);
        let weights = expanded_weights(lowered, &references, &finished, &declared);
        // Users come before what they use: reverse order of finishing.
        let mut uses = vec![0usize; references.len()];
        if let Some(root) = uses.first_mut() {
            *root = 1;
        }
        for &id in finished.iter().rev() {
            if id != 0 && uses[id].saturating_sub(1).saturating_mul(weights[id]) > REPEATED_NODES {
                declared[id] = true;
            }
            let printed = if declared[id] { 1 } else { uses[id] };
            for &used in &references[id] {
                uses[used] = uses[used].saturating_add(printed);
            }
        }
        Layout { declared }
    }
}

/// Marks every definition that a path leads back to, and returns all reachable ones in order of finishing.
fn recursive_definitions(references: &[Vec<usize>], declared: &mut [bool]) -> Vec<usize> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut states = vec![State::New; references.len()];
    let mut finished = Vec::new();
    let mut stack: Vec<(usize, usize)> = Vec::new();
    if !references.is_empty() {
        states[0] = State::Open;
        stack.push((0, 0));
    }
    while let Some((id, next)) = stack.last_mut() {
        let Some(&used) = references[*id].get(*next) else {
            states[*id] = State::Done;
            finished.push(*id);
            stack.pop();
            continue;
        };
        *next += 1;
        match states[used] {
            State::New => {
                states[used] = State::Open;
                stack.push((used, 0));
            }
            State::Open => declared[used] = true,
            State::Done => {}
        }
    }
    finished
}

/// Nodes of each definition with everything that is printed in place.
fn expanded_weights(lowered: &Lowered, references: &[Vec<usize>], finished: &[usize], declared: &[bool]) -> Vec<usize> {
    let mut weights = vec![0usize; references.len()];
    for &id in finished {
        let own = lowered.definitions[id].body.weight();
        let inner = references[id].iter().filter(|used| !declared[**used]).map(|used| weights[*used]);
        weights[id] = inner.fold(own, usize::saturating_add);
    }
    weights
}
