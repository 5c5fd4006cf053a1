//! Remembering what has failed, so that backtracking stays polynomial.
//!
//! Without back-references, whether the rest of a pattern matches depends on the instruction, the position and the
//! state of the loops around the instruction: how many iterations they have done (up to where it stops to matter) and
//! whether the current one has consumed anything. A choice resumed twice in the same state fails twice. Once a match
//! has backtracked a lot, such states are marked in a bit set and not resumed again. Bodies of look-arounds are left
//! out: there, coming to the end is not success of the whole.

use crate::program::{Insn, Loop, NONE};

/// Most loops around an instruction, and most states of them, for it to take part.
const MAX_DIMENSIONS: usize = 8;
const MAX_STATES: u32 = 1024;

/// A piece of state that the outcome from an instruction depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Dimension {
    /// The counter of a loop.
    Counter(u32),
    /// Whether the position is past that in a register.
    Consumed(u32),
    /// The body of a look-around.
    Look,
}

/// The contexts of all instructions, as a tree of dimensions.
pub(crate) struct ContextTable {
    contexts: Vec<(u32, Dimension)>,
    current: u32,
    of_insn: Vec<u32>,
}

impl ContextTable {
    pub(crate) fn new() -> Self {
        Self { contexts: Vec::new(), current: NONE, of_insn: Vec::new() }
    }

    /// Notes the current context for one more instruction.
    pub(crate) fn record(&mut self) {
        self.of_insn.push(self.current);
    }

    /// Enters a context; returns what [`ContextTable::leave`] needs.
    pub(crate) fn enter(&mut self, dimension: Dimension) -> u32 {
        let previous = self.current;
        self.contexts.push((previous, dimension));
        self.current = u32::try_from(self.contexts.len() - 1).unwrap_or(NONE);
        previous
    }

    pub(crate) fn leave(&mut self, previous: u32) {
        self.current = previous;
    }

    /// The dimensions around `insn`, or `None` if it cannot take part.
    fn dimensions(&self, insn: u32, loops: &[Loop]) -> Option<Vec<Axis>> {
        let mut axes = Vec::new();
        let mut context = *self.of_insn.get(insn as usize)?;
        while let Some(&(parent, dimension)) = self.contexts.get(context as usize) {
            axes.push(match dimension {
                Dimension::Look => return None,
                Dimension::Consumed(register) => Axis { register, states: 2, is_position: true },
                Dimension::Counter(id) => {
                    let info = loops.get(id as usize)?;
                    Axis { register: info.counter, states: info.cap().checked_add(1)?, is_position: false }
                }
            });
            if axes.len() > MAX_DIMENSIONS {
                return None;
            }
            context = parent;
        }
        Some(axes)
    }

    /// Numbers the states of all instructions at which a choice can be resumed.
    pub(crate) fn plan(&self, code: &[Insn], loops: &[Loop], enabled: bool) -> MemoPlan {
        let mut plan = MemoPlan { points: Vec::new(), axes: Vec::new(), states: 0 };
        if !enabled {
            return plan;
        }
        let mut targets: Vec<u32> = Vec::new();
        for (next, insn) in (1..).zip(code) {
            match *insn {
                Insn::Split(target) | Insn::TryClass(_, target) => targets.extend([next - 1, target]),
                Insn::SplitTo(_) => targets.extend([next - 1, next]),
                Insn::NotStart(_, target) => targets.push(target),
                Insn::RunGreedy(_) | Insn::RunLazy(_) => targets.push(next),
                Insn::LoopTest(id) => {
                    targets.extend(loops.get(id as usize).into_iter().flat_map(|info| [info.body, info.exit]));
                }
                _ => {}
            }
        }
        if targets.is_empty() {
            return plan;
        }
        plan.points = vec![Point { base: NONE, first_axis: 0, axis_count: 0 }; code.len()];
        for target in targets {
            let Some(axes) = self.dimensions(target, loops) else { continue };
            let states = axes.iter().try_fold(1_u32, |states, axis| states.checked_mul(axis.states));
            let Some(states) = states.filter(|&states| states <= MAX_STATES) else { continue };
            let Some(point) = plan.points.get_mut(target as usize).filter(|point| point.base == NONE) else {
                continue;
            };
            let Some(total) = plan.states.checked_add(states) else { continue };
            *point = Point { base: plan.states, first_axis: plan.axes.len(), axis_count: axes.len() };
            plan.states = total;
            plan.axes.extend(axes);
        }
        plan
    }
}

#[derive(Clone, Copy, Debug)]
struct Axis {
    register: u32,
    states: u32,
    is_position: bool,
}

#[derive(Clone, Copy, Debug)]
struct Point {
    base: u32,
    first_axis: usize,
    axis_count: usize,
}

/// The numbering of states.
#[derive(Clone, Debug)]
pub(crate) struct MemoPlan {
    points: Vec<Point>,
    axes: Vec<Axis>,
    /// Number of states per position.
    states: u32,
}

impl MemoPlan {
    /// The number of the state at instruction `pc`, if it takes part.
    fn state(&self, pc: u32, pos: u32, registers: &[u32]) -> Option<u32> {
        let point = self.points.get(pc as usize).filter(|point| point.base != NONE)?;
        let axes = self.axes.get(point.first_axis..point.first_axis + point.axis_count)?;
        let mut offset = 0;
        for axis in axes {
            let value = registers.get(axis.register as usize).copied().unwrap_or(0);
            let value = if axis.is_position { u32::from(value != pos) } else { value.min(axis.states - 1) };
            offset = offset * axis.states + value;
        }
        Some(point.base + offset)
    }
}

/// The states marked in one search.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    bits: Vec<u64>,
    origin: u32,
    positions: usize,
    active: bool,
}

impl Memo {
    /// Forgets all marks; `keep` bytes of memory may stay.
    pub(crate) fn reset(&mut self, keep: usize) {
        self.active = false;
        if self.bits.capacity() * 8 > keep {
            self.bits = Vec::new();
        }
    }

    pub(crate) fn is_active(&self) -> bool {
        self.active
    }

    /// Bytes on the heap.
    pub(crate) fn size(&self) -> usize {
        self.bits.capacity() * 8
    }

    /// Starts marking for positions `origin..=end`, if that takes at most `max_bytes`.
    pub(crate) fn activate(&mut self, plan: &MemoPlan, origin: u32, end: usize, max_bytes: usize) {
        let positions = (end + 1).saturating_sub(origin as usize);
        let Some(bits) = positions.checked_mul(plan.states as usize) else { return };
        if bits == 0 || bits / 8 > max_bytes {
            return;
        }
        self.bits.clear();
        self.bits.resize(bits.div_ceil(64), 0);
        (self.origin, self.positions, self.active) = (origin, positions, true);
    }

    /// Marks the state at `pc` and `pos`; whether it was marked before.
    pub(crate) fn mark(&mut self, plan: &MemoPlan, pc: u32, pos: u32, registers: &[u32]) -> bool {
        let Some(state) = plan.state(pc, pos, registers) else { return false };
        let Some(distance) = pos.checked_sub(self.origin) else { return false };
        let bit = state as usize * self.positions + distance as usize;
        let Some(word) = self.bits.get_mut(bit / 64) else { return false };
        let mask = 1 << (bit % 64);
        let marked = *word & mask != 0;
        *word |= mask;
        marked
    }
}
