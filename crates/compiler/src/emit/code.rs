//! The code of one function under construction: instructions, labels, registers, handlers and spans.
//!
//! Knows instructions only, no syntax tree. Registers are a stack: locals when a scope is entered, temporaries above.

use codemode_bytecode::{CaptureSource, FunctionKind, Handler, Jump, Op, Reg, Span, SpanEntry, Suspends, WideReg};
use rustc_hash::FxHashMap;

use super::control::{Context, Deferred};
use super::scope::{Place, VarId};

/// A jump target that may not be placed yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Label(u32);

/// Locals above this register are wide, so that temporaries find room.
const LOCAL_REGISTERS: u32 = 180;
/// First register beyond the window.
const WIDE_START: u32 = 256;
const UNPLACED: u32 = u32::MAX;

struct PendingHandler {
    start: u32,
    end: u32,
    target: Label,
    value: Reg,
}

/// One function under construction.
pub(super) struct Code {
    pub ops: Vec<Op>,
    labels: Vec<u32>,
    /// Where a label was placed last.
    placed_at: u32,
    fixups: Vec<(u32, Label)>,
    handlers: Vec<PendingHandler>,
    pub spans: Vec<SpanEntry>,
    top: u32,
    max: u32,
    wide_top: u32,
    wide_max: u32,
    /// An expression needed more registers than there are.
    pub overflow: bool,

    pub captures: Vec<CaptureSource>,
    pub capture_ids: FxHashMap<VarId, u16>,
    pub capture_names: Vec<u32>,
    /// Names of registers, for diagnostics.
    pub variables: Vec<codemode_bytecode::VariableName>,
    pub contexts: Vec<Context>,
    /// Code put off outside of every region.
    pub deferred: Vec<Deferred>,

    /// Index of the function in the program.
    pub index: u32,
    pub kind: FunctionKind,
    pub suspends: Suspends,
    pub uses_arguments: bool,
    /// `this`, `arguments` and the like are those of the function around.
    pub is_lexical: bool,
    /// Position from which on closures of this function can exist; bindings initialised before need no check in it.
    pub created_at: u32,
    pub this_var: Option<VarId>,
    pub new_target_var: Option<VarId>,
    pub callee_var: Option<VarId>,
    pub home_var: Option<VarId>,
    pub arguments_var: Option<VarId>,
    /// The constructor must run the field initializer of its class.
    pub initializes_fields: bool,
    /// Parameters that a derived constructor assigns to properties once `this` is bound.
    pub parameter_properties: Option<Vec<VarId>>,
    /// The bound of the loop whose condition is emitted: the bits of the number, and a register that holds it.
    pub loop_bound: Option<(u64, Reg)>,
    /// The register of the innermost disposal scope.
    pub dispose_scope: Option<Reg>,
    /// Namespace objects whose exported variables are properties.
    pub namespace: Option<VarId>,
}

impl Code {
    pub fn new(index: u32, kind: FunctionKind, suspends: Suspends) -> Self {
        Self {
            // Room for most functions at once.
            ops: Vec::with_capacity(64),
            labels: Vec::new(),
            placed_at: UNPLACED,
            fixups: Vec::new(),
            handlers: Vec::new(),
            spans: Vec::with_capacity(32),
            top: 0,
            max: 0,
            wide_top: WIDE_START,
            wide_max: 0,
            overflow: false,
            captures: Vec::new(),
            capture_ids: FxHashMap::default(),
            capture_names: Vec::new(),
            variables: Vec::new(),
            contexts: Vec::new(),
            deferred: Vec::new(),
            index,
            kind,
            suspends,
            uses_arguments: false,
            is_lexical: kind == FunctionKind::Arrow,
            created_at: 0,
            this_var: None,
            new_target_var: None,
            callee_var: None,
            home_var: None,
            arguments_var: None,
            initializes_fields: false,
            parameter_properties: None,
            loop_bound: None,
            dispose_scope: None,
            namespace: None,
        }
    }

    /// Suspends as an async function or async generator does.
    pub fn is_async(&self) -> bool {
        matches!(self.suspends, Suspends::Async | Suspends::AsyncGenerator)
    }

    // Registers.

    /// A new temporary, released by [`Code::release`].
    pub fn temp(&mut self) -> Reg {
        self.temps(1)
    }

    /// `count` new consecutive temporaries; the first is returned.
    pub fn temps(&mut self, count: u32) -> Reg {
        let first = self.top;
        if first + count > WIDE_START {
            self.overflow = true;
            self.max = WIDE_START;
            return Reg(0);
        }
        self.top = first + count;
        self.max = self.max.max(self.top);
        Reg(first as u8)
    }

    /// The state of the register stack, for [`Code::release`].
    pub fn mark(&self) -> Mark {
        Mark { top: self.top, wide_top: self.wide_top }
    }

    /// Releases every register allocated since `mark`.
    pub fn release(&mut self, mark: Mark) {
        self.top = mark.top;
        self.wide_top = mark.wide_top;
    }

    /// Releases the temporaries above `reg`.
    pub fn release_above(&mut self, reg: Reg) {
        self.top = self.top.min(u32::from(reg.0) + 1);
    }

    /// Keeps the registers through `reg`: they hold values of code elsewhere.
    pub fn reserve_through(&mut self, reg: Reg) {
        self.top = self.top.max(u32::from(reg.0) + 1);
        self.max = self.max.max(self.top);
    }

    /// Whether `reg` is the temporary on top.
    pub fn is_top(&self, reg: Reg) -> bool {
        u32::from(reg.0) + 1 == self.top
    }

    /// A place for a local variable: a register, or a wide one once the window fills up.
    pub fn local(&mut self) -> Place {
        if self.top < LOCAL_REGISTERS {
            return Place::Reg(self.temp());
        }
        let wide = self.wide_top;
        self.wide_top += 1;
        self.wide_max = self.wide_max.max(self.wide_top);
        Place::Wide(WideReg(wide))
    }

    /// Size of the frame.
    pub fn registers(&self) -> u32 {
        self.max.max(self.wide_max)
    }

    // Instructions.

    /// Appends an instruction.
    pub fn op(&mut self, op: Op) {
        self.ops.push(op);
    }

    /// Appends an instruction that can fail or call.
    pub fn op_at(&mut self, op: Op, span: Span, focus: Span) {
        self.spans.push(SpanEntry { op: self.ops.len() as u32, span, focus });
        self.ops.push(op);
    }

    /// Position of the next instruction.
    pub fn here(&self) -> u32 {
        self.ops.len() as u32
    }

    /// A new label.
    pub fn label(&mut self) -> Label {
        self.labels.push(UNPLACED);
        Label(self.labels.len() as u32 - 1)
    }

    /// A new label at the next instruction.
    pub fn label_here(&mut self) -> Label {
        let label = self.label();
        self.place(label);
        label
    }

    /// Places `label` at the next instruction.
    pub fn place(&mut self, label: Label) {
        let here = self.here();
        self.placed_at = here;
        if let Some(slot) = self.labels.get_mut(label.0 as usize) {
            *slot = here;
        }
    }

    /// Appends an instruction whose jump goes to `label`.
    pub fn jump_op(&mut self, op: Op, label: Label) {
        self.fixups.push((self.here(), label));
        self.ops.push(op);
    }

    /// [`Code::jump_op`] for instructions that can fail or call.
    pub fn jump_op_at(&mut self, op: Op, label: Label, span: Span, focus: Span) {
        self.fixups.push((self.here(), label));
        self.op_at(op, span, focus);
    }

    /// Appends an unconditional jump.
    pub fn jump(&mut self, label: Label) {
        self.jump_op(Op::Jump { to: Jump(0) }, label);
    }

    /// Covers `start..end` with a handler, inner ones first.
    pub fn handler(&mut self, start: u32, end: u32, target: Label, value: Reg) {
        if start < end {
            self.handlers.push(PendingHandler { start, end, target, value });
        }
    }

    /// Whether control can come to the next instruction only by a jump.
    pub fn ends_with_jump(&self) -> bool {
        self.ops.last().is_some_and(Op::is_last) && self.placed_at != self.here()
    }

    /// Writes the jump distances and gives the final handlers.
    pub fn resolve(&mut self) -> Vec<Handler> {
        for &(at, label) in &self.fixups {
            let target = self.labels.get(label.0 as usize).copied().unwrap_or(UNPLACED);
            debug_assert_ne!(target, UNPLACED, "a label was never placed");
            if let Some(op) = self.ops.get_mut(at as usize) {
                set_jump(op, Jump(target.wrapping_sub(at) as i32));
            }
        }
        let labels = &self.labels;
        self.handlers
            .iter()
            .map(|handler| Handler {
                start: handler.start,
                end: handler.end,
                target: labels.get(handler.target.0 as usize).copied().unwrap_or(0),
                value: handler.value.0,
            })
            .collect()
    }
}

/// A state of the register stack.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    top: u32,
    wide_top: u32,
}

impl Mark {
    /// Whether `reg` was allocated after the mark was taken.
    pub fn is_temp(self, reg: Reg) -> bool {
        u32::from(reg.0) >= self.top
    }
}

fn set_jump(op: &mut Op, jump: Jump) {
    match op {
        Op::Jump { to }
        | Op::JumpIfTrue { to, .. }
        | Op::JumpIfFalse { to, .. }
        | Op::JumpIfNullish { to, .. }
        | Op::JumpIfNotNullish { to, .. }
        | Op::JumpIfUndefined { to, .. }
        | Op::JumpIfNotUndefined { to, .. }
        | Op::JumpIfLess { to, .. }
        | Op::JumpIfNotLess { to, .. }
        | Op::JumpIfLessEqual { to, .. }
        | Op::JumpIfNotLessEqual { to, .. }
        | Op::JumpIfGreater { to, .. }
        | Op::JumpIfNotGreater { to, .. }
        | Op::JumpIfGreaterEqual { to, .. }
        | Op::JumpIfNotGreaterEqual { to, .. }
        | Op::JumpIfStrictEqual { to, .. }
        | Op::JumpIfStrictNotEqual { to, .. }
        | Op::JumpIfEqual { to, .. }
        | Op::JumpIfNotEqual { to, .. }
        | Op::JumpIfLessInt { to, .. }
        | Op::JumpIfNotLessInt { to, .. }
        | Op::JumpIfLessEqualInt { to, .. }
        | Op::JumpIfNotLessEqualInt { to, .. }
        | Op::JumpIfGreaterInt { to, .. }
        | Op::JumpIfNotGreaterInt { to, .. }
        | Op::JumpIfGreaterEqualInt { to, .. }
        | Op::JumpIfNotGreaterEqualInt { to, .. }
        | Op::JumpIfStrictEqualInt { to, .. }
        | Op::JumpIfStrictNotEqualInt { to, .. }
        | Op::TrySpread { to, .. } => *to = jump,
        Op::IteratorNext { done, .. } | Op::IteratorUnpack { done, .. } | Op::ForInNext { done, .. } => *done = jump,
        Op::Yield { on_return, .. } => *on_return = jump,
        Op::DisposeNext { empty, .. } => *empty = jump,
        _ => debug_assert!(false, "{} has no jump", op.name()),
    }
}
