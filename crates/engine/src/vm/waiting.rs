//! What a program that cannot go on waits for.

use rustc_hash::FxHashMap;

use super::Vm;
use super::job::{PromiseData, PromiseState, Reaction};
use crate::heap::object::{ObjectKind, TraceEntry};
use crate::value::{ObjectId, Value};

/// How deep built-in functions that settle a promise are looked into.
const MAX_CAPTURE_DEPTH: u32 = 4;

/// A promise that waits for another, and the suspended code in between, if there is any.
#[derive(Clone, Copy)]
struct Waiter {
    on: ObjectId,
    coroutine: Option<ObjectId>,
}

impl Vm {
    /// The place of the `await` that keeps the program from going on: the innermost one on the way from the program to
    /// a promise that nothing settles.
    #[must_use]
    pub fn waiting_at(&self) -> Option<codemode_bytecode::Position> {
        let main = self.main_promise?;
        let mut waits: FxHashMap<ObjectId, Vec<Waiter>> = FxHashMap::default();
        for index in 0..self.heap.objects.len() as u32 {
            let on = ObjectId(index);
            let Some(data) = self.heap.data::<PromiseData>(on) else { continue };
            if data.state != PromiseState::Pending {
                continue;
            }
            for reaction in &data.reactions {
                for (promise, coroutine) in self.settled_by(reaction) {
                    waits.entry(promise).or_default().push(Waiter { on, coroutine });
                }
            }
        }
        let mut seen = Vec::new();
        let mut current = main;
        let mut innermost = None;
        while !seen.contains(&current) {
            seen.push(current);
            // Of several the one that was made last is closest to where the program is.
            let Some(waiter) =
                waits.get(&current).and_then(|all| all.iter().max_by_key(|waiter| self.sequence(waiter.on)))
            else {
                break;
            };
            innermost = waiter.coroutine.and_then(|coroutine| self.suspended_at(coroutine)).or(innermost);
            current = waiter.on;
        }
        innermost.and_then(|entry| self.position_of(&entry))
    }

    fn sequence(&self, promise: ObjectId) -> u64 {
        self.heap.data::<PromiseData>(promise).map_or(0, |data| data.sequence)
    }

    /// The promises that a reaction leads to.
    fn settled_by(&self, reaction: &Reaction) -> Vec<(ObjectId, Option<ObjectId>)> {
        match *reaction {
            Reaction::Await { coroutine } => {
                let owner = self.coroutine(coroutine).and_then(|data| {
                    let own = data.frame.as_deref().and_then(|frame| frame.promise);
                    own.or_else(|| data.queue.front().map(|request| request.promise))
                });
                owner.map(|promise| (promise, Some(coroutine))).into_iter().collect()
            }
            Reaction::Follow { promise } | Reaction::Unwrap { promise, .. } => vec![(promise, None)],
            Reaction::Then { on_fulfilled, on_rejected, capability } => {
                let mut found = Vec::new();
                if let Some(promise) = capability.and_then(|capability| capability.promise.as_object()) {
                    found.push((promise, None));
                }
                for handler in [on_fulfilled, on_rejected] {
                    self.promises_within(handler, MAX_CAPTURE_DEPTH, &mut found);
                }
                found
            }
        }
    }

    /// Promises that a built-in function holds: those it may settle.
    fn promises_within(&self, value: Value, depth: u32, found: &mut Vec<(ObjectId, Option<ObjectId>)>) {
        let Some(object) = value.as_object().filter(|_| depth > 0) else { return };
        match &self.heap.object(object).kind {
            ObjectKind::NativeClosure(closure) => {
                for &captured in &closure.captures {
                    self.promises_within(captured, depth - 1, found);
                }
            }
            ObjectKind::Data(_) if self.heap.data::<PromiseData>(object).is_some() => found.push((object, None)),
            ObjectKind::Data(_) => {
                if let Some(promise) = crate::builtins::promise::combinator::result_of(self, object) {
                    found.push((promise, None));
                }
            }
            _ => {}
        }
    }

    fn suspended_at(&self, coroutine: ObjectId) -> Option<TraceEntry> {
        let frame = self.coroutine(coroutine)?.frame.as_deref()?;
        // Suspended code of the prelude has no place in the program.
        (frame.program != 0).then_some(TraceEntry {
            program: frame.program,
            function: frame.function,
            op: frame.pc.saturating_sub(1),
        })
    }
}
