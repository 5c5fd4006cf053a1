//! Leaving statements: `break`, `continue` and `return` through open iterators, `finally` blocks and exception
//! handlers.
//!
//! The statements around the current one are a stack of [`Context`]s. An exit walks it from the top: iterators are
//! closed inline, a `finally` block takes over and finishes the exit afterwards. The instructions of an exit are not
//! covered by the handlers of the regions it has left.

use codemode_bytecode::{Jump, Op, Reg, Span};

use super::Emitter;
use super::code::Label;
use super::scope::NO_SPAN;

/// A statement around the current one that an exit must know.
pub(super) enum Context {
    /// Something that `break` or `continue` can name.
    Target {
        labels: Vec<String>,
        break_to: Option<Label>,
        continue_to: Option<Label>,
        /// A `break` without label stops here.
        is_plain: bool,
    },
    /// Code that a handler covers.
    Region(Region),
}

/// Code that a handler covers.
pub(super) struct Region {
    kind: RegionKind,
    start: u32,
    /// Exits through this region, which its handler does not cover.
    gaps: Vec<(u32, u32)>,
    /// Code for rare ways out of statements inside, emitted at the end of the region.
    deferred: Vec<Deferred>,
}

/// Code that is emitted out of line, where the handlers of the regions around still cover it.
pub(super) enum Deferred {
    /// A generator is resumed by `return` with a value.
    Return { label: Label, value: Reg },
    /// A throw left an open iterator.
    CloseIterator { label: Label, iter: Reg, value: Reg, is_async: bool },
}

/// What leaving a region takes.
pub(super) enum RegionKind {
    /// Nothing.
    Catch,
    /// Closing an iterator.
    Iterator { iter: Reg, is_async: bool },
    /// Running a `finally` block at `entry`: `how` tells it how to go on.
    Finally { how: Reg, value: Reg, entry: Label, exits: Vec<Exit> },
}

/// A way to leave statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exit {
    /// To a label, leaving the contexts from `depth` on.
    Jump { to: Label, depth: usize },
    /// From the function with a value.
    Return { value: Reg },
}

/// How control comes to a `finally` block.
const HOW_NORMAL: i32 = 0;
pub(super) const HOW_THROW: i32 = 1;
const HOW_FIRST_EXIT: i32 = 2;

impl Emitter<'_, '_> {
    /// Opens a region at the next instruction.
    pub(super) fn open_region(&mut self, kind: RegionKind) {
        let start = self.code.here();
        self.code.contexts.push(Context::Region(Region { kind, start, gaps: Vec::new(), deferred: Vec::new() }));
    }

    /// Closes the innermost region: throws in it go to `target` with the value in `value`. Gives the exits that wait
    /// for its `finally` block.
    pub(super) fn close_region(&mut self, target: Label, value: Reg) -> Vec<Exit> {
        self.emit_deferred();
        let Some(Context::Region(region)) = self.code.contexts.pop() else {
            debug_assert!(false, "contexts are not balanced");
            return Vec::new();
        };
        let mut from = region.start;
        for (start, end) in region.gaps {
            self.code.handler(from, start, target, value);
            from = end;
        }
        let end = self.code.here();
        self.code.handler(from, end, target, value);
        match region.kind {
            RegionKind::Finally { exits, .. } => exits,
            RegionKind::Catch | RegionKind::Iterator { .. } => Vec::new(),
        }
    }

    /// Registers that a generator resumed by `return` continues at the label given back, the value in `dst`.
    pub(super) fn return_label(&mut self, dst: Reg) -> Label {
        let label = self.code.label();
        self.defer(Deferred::Return { label, value: dst });
        label
    }

    /// The code put off in the innermost region, or in the function when there is none.
    fn deferred(&mut self) -> &mut Vec<Deferred> {
        let region = self.code.contexts.iter_mut().rev().find_map(|context| match context {
            Context::Region(region) => Some(&mut region.deferred),
            Context::Target { .. } => None,
        });
        region.unwrap_or(&mut self.code.deferred)
    }

    fn defer(&mut self, deferred: Deferred) {
        self.deferred().push(deferred);
    }

    /// Emits the code put off in the innermost region.
    pub(super) fn emit_deferred(&mut self) {
        let deferred = std::mem::take(self.deferred());
        if deferred.is_empty() {
            return;
        }
        let over = (!self.code.ends_with_jump()).then(|| self.code.label());
        if let Some(over) = over {
            self.code.jump(over);
        }
        let mark = self.code.mark();
        for deferred in deferred {
            match deferred {
                Deferred::Return { label, value } => {
                    self.code.place(label);
                    self.code.reserve_through(value);
                    if self.code.is_async() {
                        self.code.op_at(Op::Await { dst: value, src: value }, NO_SPAN, NO_SPAN);
                    }
                    self.exit(Exit::Return { value });
                }
                Deferred::CloseIterator { label, iter, value, is_async } => {
                    self.code.place(label);
                    self.close_iterator_silently(iter, is_async, value);
                    self.code.op(Op::Throw { src: value });
                }
            }
            self.code.release(mark);
        }
        if let Some(over) = over {
            self.code.place(over);
        }
    }

    /// Pushes a target for `break` and `continue`.
    pub(super) fn push_target(
        &mut self,
        labels: &[String],
        break_to: Option<Label>,
        continue_to: Option<Label>,
        is_plain: bool,
    ) {
        self.code.contexts.push(Context::Target { labels: labels.to_vec(), break_to, continue_to, is_plain });
    }

    /// Pops a target.
    pub(super) fn pop_target(&mut self) {
        let popped = self.code.contexts.pop();
        debug_assert!(matches!(popped, Some(Context::Target { .. })), "contexts are not balanced");
    }

    /// `break` or `break label`.
    pub(super) fn break_to(&mut self, label: Option<&str>, at: Span) {
        let found = self.code.contexts.iter().enumerate().rev().find_map(|(depth, context)| match context {
            Context::Target { labels, break_to: Some(to), is_plain, .. }
                if label.map_or(*is_plain, |label| labels.iter().any(|own| own == label)) =>
            {
                Some(Exit::Jump { to: *to, depth: depth + 1 })
            }
            _ => None,
        });
        // The parser lets an arrow function leave a statement around it.
        match found {
            Some(exit) => self.exit(exit),
            None => self.fail("illegal break statement: no loop or `switch` of this function surrounds it", at),
        }
    }

    /// `continue` or `continue label`.
    pub(super) fn continue_to(&mut self, label: Option<&str>, at: Span) {
        let found = self.code.contexts.iter().enumerate().rev().find_map(|(depth, context)| match context {
            Context::Target { labels, continue_to: Some(to), .. }
                if label.is_none_or(|label| labels.iter().any(|own| own == label)) =>
            {
                Some(Exit::Jump { to: *to, depth: depth + 1 })
            }
            _ => None,
        });
        match found {
            Some(exit) => self.exit(exit),
            None => self.fail("illegal continue statement: no loop of this function surrounds it", at),
        }
    }

    /// Emits an exit from here.
    pub(super) fn exit(&mut self, exit: Exit) {
        let depth = match exit {
            Exit::Jump { depth, .. } => depth,
            Exit::Return { .. } => 0,
        };
        let mut passed = Vec::new();
        let mut taken_over = false;
        for at in (depth..self.code.contexts.len()).rev() {
            let here = self.code.here();
            let Some(Context::Region(region)) = self.code.contexts.get_mut(at) else { continue };
            match &mut region.kind {
                RegionKind::Catch => passed.push((at, here)),
                RegionKind::Iterator { iter, is_async } => {
                    let (iter, is_async) = (*iter, *is_async);
                    passed.push((at, here));
                    self.close_iterator(iter, is_async);
                }
                RegionKind::Finally { how, value, entry, exits } => {
                    let index = match exits.iter().position(|known| same_way(known, &exit)) {
                        Some(index) => index,
                        None => {
                            exits.push(match exit {
                                Exit::Jump { .. } => exit,
                                Exit::Return { .. } => Exit::Return { value: *value },
                            });
                            exits.len() - 1
                        }
                    };
                    let (how, value, entry) = (*how, *value, *entry);
                    passed.push((at, here));
                    if let Exit::Return { value: src } = exit
                        && src != value
                    {
                        self.code.op(Op::Move { dst: value, src });
                    }
                    self.code.op(Op::LoadInt { dst: how, value: HOW_FIRST_EXIT + index as i32 });
                    self.code.jump(entry);
                    taken_over = true;
                }
            }
            if taken_over {
                break;
            }
        }
        if !taken_over {
            match exit {
                Exit::Jump { to, .. } => self.code.jump(to),
                Exit::Return { value } => self.return_op(value),
            }
        }
        let end = self.code.here();
        for (at, start) in passed {
            if let Some(Context::Region(region)) = self.code.contexts.get_mut(at) {
                region.gaps.push((start, end));
            }
        }
    }

    /// Emits `body`, then `finalizer`, whatever way control leaves the body. The finalizer gets the registers that
    /// tell how it goes on ([`HOW_THROW`] and the like) and with which value.
    pub(super) fn with_finally(&mut self, body: impl FnOnce(&mut Self), finalizer: impl FnOnce(&mut Self, Reg, Reg)) {
        let mark = self.code.mark();
        let how = self.code.temp();
        let value = self.code.temp();
        let entry = self.code.label();
        let thrown = self.code.label();
        let after = self.code.label();
        self.open_region(RegionKind::Finally { how, value, entry, exits: Vec::new() });
        body(self);
        let exits = self.close_region(thrown, value);
        if !self.code.ends_with_jump() {
            self.code.op(Op::LoadInt { dst: how, value: HOW_NORMAL });
        }
        self.code.place(entry);
        finalizer(self, how, value);
        if exits.is_empty() {
            self.code.jump_op(Op::JumpIfStrictNotEqualInt { lhs: how, imm: HOW_THROW as i16, to: Jump(0) }, after);
            self.code.op(Op::Throw { src: value });
        } else {
            self.code.op(Op::JumpTable { src: how, count: HOW_FIRST_EXIT as u32 + exits.len() as u32 });
            self.code.jump(after);
            let rethrow = self.code.label();
            self.code.jump(rethrow);
            let labels: Vec<Label> = exits.iter().map(|_| self.code.label()).collect();
            for &label in &labels {
                self.code.jump(label);
            }
            self.code.place(rethrow);
            self.code.op(Op::Throw { src: value });
            for (&exit, &label) in exits.iter().zip(&labels) {
                self.code.place(label);
                self.exit(exit);
            }
        }
        self.code.place(thrown);
        self.code.op(Op::LoadInt { dst: how, value: HOW_THROW });
        self.code.jump(entry);
        self.code.place(after);
        self.code.release(mark);
    }

    /// Emits `body` so that a throw in it closes the iterator in `iter` and goes on.
    pub(super) fn with_iterator(&mut self, iter: Reg, is_async: bool, body: impl FnOnce(&mut Self)) {
        let value = self.code.temp();
        let label = self.code.label();
        self.open_region(RegionKind::Iterator { iter, is_async });
        body(self);
        self.close_region(label, value);
        self.defer(Deferred::CloseIterator { label, iter, value, is_async });
        self.release_temp(value);
    }
}

fn same_way(known: &Exit, exit: &Exit) -> bool {
    match (known, exit) {
        (Exit::Return { .. }, Exit::Return { .. }) => true,
        (Exit::Jump { to, .. }, Exit::Jump { to: other, .. }) => to == other,
        _ => false,
    }
}
