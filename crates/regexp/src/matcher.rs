//! The backtracking matcher. It has no recursion: choices are on a stack of its own, whose height is limited.

use crate::budget::Budget;
use crate::case::Folding;
use crate::error::MatchError;
use crate::input::Text;
use crate::program::{BackReference, Class, Insn, Loop, NONE, Program, Run};
use crate::scratch::{Frame, Scratch};

/// Characters scanned for one step.
const SCAN_PER_STEP: usize = 16;

/// One match of a program against an input.
pub(crate) struct Matcher<'a, 'b, T> {
    pub(crate) program: &'a Program,
    pub(crate) text: T,
    pub(crate) budget: &'a mut Budget<'b>,
    pub(crate) scratch: &'a mut Scratch,
    /// Where the search began.
    pub(crate) origin: usize,
    /// `resumed` at which remembering begins.
    memo_at: u64,
}

/// Positions fit into 32 bits: the caller has checked the length of the input.
#[inline(always)]
fn narrow(pos: usize) -> u32 {
    pos as u32
}

pub(crate) fn is_line_terminator(unit: u32) -> bool {
    matches!(unit, 0x0A | 0x0D | 0x2028 | 0x2029)
}

impl<'a, 'b, T: Text> Matcher<'a, 'b, T> {
    pub(crate) fn new(
        program: &'a Program,
        text: T,
        origin: usize,
        budget: &'a mut Budget<'b>,
        scratch: &'a mut Scratch,
    ) -> Self {
        let memo_at = scratch.limits.memo_after.saturating_add((text.len() as u64).saturating_sub(origin as u64) / 4);
        Self { program, text, budget, scratch, origin, memo_at }
    }

    /// Takes steps for scanning `len` characters.
    #[inline]
    pub(crate) fn charge_scan(&mut self, len: usize) -> Result<(), MatchError> {
        if self.budget.take((len / SCAN_PER_STEP) as u64) { Ok(()) } else { Err(MatchError::Exhausted) }
    }

    #[inline(always)]
    fn push(&mut self, frame: Frame) -> Result<(), MatchError> {
        if self.scratch.stack.len() >= self.scratch.limits.max_frames {
            return Err(MatchError::TooMuchMemory);
        }
        self.scratch.stack.push(frame);
        Ok(())
    }

    #[inline(always)]
    fn class(&self, id: u32) -> Option<&'a Class> {
        self.program.classes.get(id as usize)
    }

    /// Whether the character at `pos` is in the class.
    #[inline(always)]
    fn next_in(&self, class: u32, pos: usize) -> bool {
        match (self.text.at(pos), self.class(class)) {
            (Some((ch, _)), Some(class)) => class.contains(ch),
            _ => false,
        }
    }

    #[inline(always)]
    fn save(&mut self, slot: u32, value: u32) -> Result<(), MatchError> {
        let Some(&old) = self.scratch.slots.get(slot as usize) else { return Ok(()) };
        if !self.scratch.stack.is_empty() {
            self.push(Frame::Slot { slot, old })?;
        }
        self.scratch.dirty = true;
        if let Some(place) = self.scratch.slots.get_mut(slot as usize) {
            *place = value;
        }
        Ok(())
    }

    #[inline(always)]
    fn register(&self, register: u32) -> u32 {
        self.scratch.registers.get(register as usize).copied().unwrap_or(0)
    }

    #[inline(always)]
    fn set_register(&mut self, register: u32, value: u32) {
        if let Some(place) = self.scratch.registers.get_mut(register as usize) {
            *place = value;
        }
    }

    #[inline(always)]
    fn save_register(&mut self, register: u32, value: u32) -> Result<(), MatchError> {
        let old = self.register(register);
        if old != value {
            if !self.scratch.stack.is_empty() {
                self.push(Frame::Register { register, old })?;
            }
            self.set_register(register, value);
        }
        Ok(())
    }

    /// Tries to match at `start`; the end of the match.
    pub(crate) fn attempt(&mut self, start: usize) -> Result<Option<usize>, MatchError> {
        if self.scratch.dirty {
            self.scratch.slots.fill(NONE);
            self.scratch.dirty = false;
            self.charge_scan(self.scratch.slots.len())?;
        }
        self.scratch.stack.clear();
        let code = self.program.code.as_slice();
        let text = self.text;
        let mut pc = 0_usize;
        let mut pos = start;
        loop {
            if !self.budget.take(1) {
                return Err(MatchError::Exhausted);
            }
            let Some(&insn) = code.get(pc) else { return Ok(None) };
            pc += 1;
            let matched = match insn {
                Insn::Match => return Ok(Some(pos)),
                Insn::Char(wanted) => match text.at(pos) {
                    Some((ch, next)) if ch == wanted => {
                        pos = next;
                        true
                    }
                    _ => false,
                },
                Insn::CharBack(wanted) => match text.before(pos) {
                    Some((ch, prev)) if ch == wanted => {
                        pos = prev;
                        true
                    }
                    _ => false,
                },
                Insn::Class(id) => match (text.at(pos), self.class(id)) {
                    (Some((ch, next)), Some(class)) if class.contains(ch) => {
                        pos = next;
                        true
                    }
                    _ => false,
                },
                Insn::ClassBack(id) => match (text.before(pos), self.class(id)) {
                    (Some((ch, prev)), Some(class)) if class.contains(ch) => {
                        pos = prev;
                        true
                    }
                    _ => false,
                },
                Insn::Literal(start, len) => {
                    let units = self.literal(start, len);
                    let found = text.has_literal(pos, units);
                    pos += units.len();
                    found
                }
                Insn::FoldedLiteral(start, len) => {
                    let units = self.literal(start, len);
                    let masks = self.program.masks.get(start as usize..(start + len) as usize).unwrap_or_default();
                    let found = text.has_folded_literal(pos, units, masks);
                    pos += units.len();
                    found
                }
                Insn::LiteralBack(start, len) => {
                    let units = self.literal(start, len);
                    match pos.checked_sub(units.len()) {
                        Some(prev) if text.has_literal(prev, units) => {
                            pos = prev;
                            true
                        }
                        _ => false,
                    }
                }
                Insn::RunAtomic(id) => match self.run(id) {
                    Some((run, class)) => {
                        let (end, count) = text.run(class, pos, run.max);
                        self.charge_scan(end - pos)?;
                        pos = end;
                        count >= run.min
                    }
                    None => false,
                },
                Insn::RunGreedy(id) => match self.run(id) {
                    Some((run, class)) => {
                        let (end, count) = text.run(class, pos, run.max);
                        self.charge_scan(end - pos)?;
                        if count < run.min {
                            false
                        } else {
                            let low = if count == run.min { end } else { text.run(class, pos, run.min).0 };
                            match self.give_back(&run, pc, low, end)? {
                                Some(end) => {
                                    pos = end;
                                    true
                                }
                                None => false,
                            }
                        }
                    }
                    None => false,
                },
                Insn::RunLazy(id) => match self.run(id) {
                    Some((run, class)) => {
                        let (end, count) = text.run(class, pos, run.min);
                        self.charge_scan(end - pos)?;
                        let left = if run.max == NONE { NONE } else { run.max - run.min };
                        if count < run.min {
                            false
                        } else {
                            match self.extend_lazily(&run, class, pc, end, left)? {
                                Some(end) => {
                                    pos = end;
                                    true
                                }
                                None => false,
                            }
                        }
                    }
                    None => false,
                },
                Insn::Jump(target) => {
                    pc = target as usize;
                    true
                }
                Insn::Split(other) => {
                    self.push(Frame::Choice { pc: other, pos: narrow(pos) })?;
                    !self.repeated(pc, pos)
                }
                Insn::SplitTo(target) => {
                    self.push(Frame::Choice { pc: narrow(pc), pos: narrow(pos) })?;
                    let repeated = self.repeated(pc, pos);
                    pc = target as usize;
                    !repeated
                }
                Insn::TryClass(class, other) => {
                    if self.next_in(class, pos) {
                        self.push(Frame::Choice { pc: other, pos: narrow(pos) })?;
                        !self.repeated(pc, pos)
                    } else {
                        pc = other as usize;
                        true
                    }
                }
                Insn::IfClass(class, other) => {
                    if !self.next_in(class, pos) {
                        pc = other as usize;
                    }
                    true
                }
                Insn::Save(slot) => {
                    self.save(slot, narrow(pos))?;
                    true
                }
                Insn::Reset(first, end) => {
                    self.reset_groups(first, end)?;
                    true
                }
                Insn::LoopStart(id) => {
                    if let Some(info) = self.loop_info(id) {
                        self.save_register(info.counter, 0)?;
                    }
                    true
                }
                Insn::LoopTest(id) => match self.loop_info(id) {
                    Some(info) => {
                        pc = self.test_loop(&info, pos)? as usize;
                        true
                    }
                    None => false,
                },
                Insn::LoopEnter(id) => {
                    if let Some(info) = self.loop_info(id) {
                        self.reset_groups(info.groups.0, info.groups.1)?;
                        if info.position != NONE {
                            self.save_register(info.position, narrow(pos))?;
                        }
                    }
                    true
                }
                Insn::LoopNext(id) => match self.loop_info(id) {
                    Some(info) => {
                        pc = info.test as usize;
                        self.next_iteration(&info, pos)?
                    }
                    None => false,
                },
                Insn::LookStart(id) => {
                    self.enter_look(id, pos);
                    true
                }
                Insn::LookEnd(id) => match self.leave_look(id)? {
                    Some(position) => {
                        pos = position;
                        true
                    }
                    None => false,
                },
                Insn::NotStart(id, other) => {
                    self.enter_look(id, pos);
                    self.push(Frame::Choice { pc: other, pos: narrow(pos) })?;
                    true
                }
                Insn::NotEnd(id) => {
                    self.refuse_look(id)?;
                    false
                }
                Insn::TextStart => pos == 0,
                Insn::TextEnd => pos == text.len(),
                Insn::LineStart => match pos.checked_sub(1) {
                    None => true,
                    Some(prev) => text.unit(prev).is_some_and(is_line_terminator),
                },
                Insn::LineEnd => text.unit(pos).is_none_or(is_line_terminator),
                Insn::WordBoundary(word) => self.is_word_boundary(word, pos),
                Insn::NotWordBoundary(word) => !self.is_word_boundary(word, pos),
                Insn::BackReference(id) => match self.back_reference(id, pos)? {
                    Some(end) => {
                        pos = end;
                        true
                    }
                    None => false,
                },
                Insn::BackReferenceBack(id) => match self.back_reference_back(id, pos)? {
                    Some(start) => {
                        pos = start;
                        true
                    }
                    None => false,
                },
            };
            if !matched {
                match self.backtrack()? {
                    Some((next, position)) => (pc, pos) = (next, position),
                    None => return Ok(None),
                }
            }
        }
    }

    #[inline(always)]
    fn literal(&self, start: u32, len: u32) -> &'a [u16] {
        self.program.literals.get(start as usize..(start + len) as usize).unwrap_or_default()
    }

    #[inline(always)]
    fn run(&self, id: u32) -> Option<(Run, &'a Class)> {
        let run = *self.program.runs.get(id as usize)?;
        Some((run, self.class(run.class)?))
    }

    #[inline(always)]
    fn loop_info(&self, id: u32) -> Option<Loop> {
        self.program.loops.get(id as usize).copied()
    }

    /// Goes back to the last choice; where to go on.
    fn backtrack(&mut self) -> Result<Option<(usize, usize)>, MatchError> {
        loop {
            match self.scratch.stack.pop() {
                None => return Ok(None),
                Some(Frame::Choice { pc, pos }) => {
                    if !self.seen(pc, pos) {
                        return Ok(Some((pc as usize, pos as usize)));
                    }
                }
                Some(Frame::Run { pc, low, high }) => {
                    let Some(run) = self.run_before(pc) else { return Ok(None) };
                    let Some((_, shorter)) = self.text.before(high as usize) else { return Ok(None) };
                    if let Some(end) = self.give_back(&run, pc as usize, low as usize, shorter)?
                        && !self.seen(pc, narrow(end))
                    {
                        return Ok(Some((pc as usize, end)));
                    }
                }
                Some(Frame::Lazy { pc, pos, left }) => {
                    let Some(run) = self.run_before(pc) else { return Ok(None) };
                    let Some(class) = self.class(run.class) else { return Ok(None) };
                    if let Some((ch, next)) = self.text.at(pos as usize)
                        && class.contains(ch)
                    {
                        let left = if left == NONE { NONE } else { left - 1 };
                        if let Some(end) = self.extend_lazily(&run, class, pc as usize, next, left)?
                            && !self.seen(pc, narrow(end))
                        {
                            return Ok(Some((pc as usize, end)));
                        }
                    }
                }
                Some(Frame::Slot { slot, old }) => {
                    if let Some(place) = self.scratch.slots.get_mut(slot as usize) {
                        *place = old;
                    }
                }
                Some(Frame::Register { register, old }) => self.set_register(register, old),
            }
            // Undoing is bounded by the pushes before, which were paid for; choices refused as seen are not.
            if self.scratch.memo.is_active() && !self.budget.take(1) {
                return Err(MatchError::Exhausted);
            }
        }
    }

    /// Whether the state at a choice has failed before.
    #[inline]
    fn seen(&mut self, pc: u32, pos: u32) -> bool {
        self.scratch.resumed += 1;
        if self.scratch.resumed < self.memo_at {
            return false;
        }
        self.seen_slowly(pc, pos)
    }

    #[cold]
    #[inline(never)]
    fn seen_slowly(&mut self, pc: u32, pos: u32) -> bool {
        let plan = &self.program.memo;
        let memo = &mut self.scratch.memo;
        if !memo.is_active() {
            memo.activate(plan, narrow(self.origin), self.text.len(), self.scratch.limits.max_memo_bytes);
            if !memo.is_active() {
                self.memo_at = u64::MAX;
                return false;
            }
        }
        // A choice marks its state itself when it is made.
        let is_choice =
            matches!(self.program.code.get(pc as usize), Some(Insn::Split(_) | Insn::SplitTo(_) | Insn::TryClass(..)));
        !is_choice && memo.mark(plan, pc, pos, &self.scratch.registers)
    }

    /// Whether the choice made by the instruction before `pc` has been made before, and has failed.
    #[inline(always)]
    fn repeated(&mut self, pc: usize, pos: usize) -> bool {
        self.scratch.memo.is_active()
            && self.scratch.memo.mark(&self.program.memo, narrow(pc) - 1, narrow(pos), &self.scratch.registers)
    }

    /// The run whose instruction is before `pc`.
    #[inline]
    fn run_before(&self, pc: u32) -> Option<Run> {
        match self.program.code.get((pc as usize).checked_sub(1)?) {
            Some(Insn::RunGreedy(id) | Insn::RunLazy(id)) => self.program.runs.get(*id as usize).copied(),
            _ => None,
        }
    }

    /// The last end from `low` to `high` at which what follows can begin; keeps the ones before it as a choice.
    #[inline]
    fn give_back(&mut self, run: &Run, pc: usize, low: usize, high: usize) -> Result<Option<usize>, MatchError> {
        let mut end = high;
        if let Some(follow) = self.class(run.follow) {
            loop {
                if let Some((ch, _)) = self.text.at(end)
                    && follow.contains(ch)
                {
                    break;
                }
                if end <= low {
                    self.charge_scan(high - end)?;
                    return Ok(None);
                }
                let Some((_, shorter)) = self.text.before(end) else { return Ok(None) };
                end = shorter;
            }
            self.charge_scan(high - end)?;
        }
        if end > low {
            self.push(Frame::Run { pc: narrow(pc), low: narrow(low), high: narrow(end) })?;
        }
        Ok(Some(end))
    }

    /// The first end from `pos` on at which what follows can begin; keeps the later ones as a choice.
    #[inline]
    fn extend_lazily(
        &mut self,
        run: &Run,
        class: &Class,
        pc: usize,
        pos: usize,
        mut left: u32,
    ) -> Result<Option<usize>, MatchError> {
        let mut end = pos;
        if let Some(follow) = self.class(run.follow) {
            loop {
                let Some((ch, next)) = self.text.at(end) else {
                    self.charge_scan(end - pos)?;
                    return Ok(None);
                };
                if follow.contains(ch) {
                    break;
                }
                if left == 0 || !class.contains(ch) {
                    self.charge_scan(end - pos)?;
                    return Ok(None);
                }
                if left != NONE {
                    left -= 1;
                }
                end = next;
            }
            self.charge_scan(end - pos)?;
        }
        if left > 0 {
            self.push(Frame::Lazy { pc: narrow(pc), pos: narrow(end), left })?;
        }
        Ok(Some(end))
    }

    fn reset_groups(&mut self, first: u32, end: u32) -> Result<(), MatchError> {
        if first >= end {
            return Ok(());
        }
        self.charge_scan((end - first) as usize * 2)?;
        for slot in 2 * first..2 * end {
            if self.scratch.slots.get(slot as usize).is_some_and(|&value| value != NONE) {
                self.save(slot, NONE)?;
            }
        }
        Ok(())
    }

    /// Where a counted loop goes on.
    fn test_loop(&mut self, info: &Loop, pos: usize) -> Result<u32, MatchError> {
        let count = self.register(info.counter);
        if count < info.min {
            return Ok(info.body);
        }
        if (info.max != NONE && count >= info.max) || (info.first != NONE && !self.next_in(info.first, pos)) {
            return Ok(info.exit);
        }
        if info.exclusive {
            return Ok(info.body);
        }
        let (target, other) = if info.greedy { (info.body, info.exit) } else { (info.exit, info.body) };
        self.push(Frame::Choice { pc: other, pos: narrow(pos) })?;
        Ok(target)
    }

    /// Counts an iteration; `false` if it was optional and has consumed nothing.
    fn next_iteration(&mut self, info: &Loop, pos: usize) -> Result<bool, MatchError> {
        let count = self.register(info.counter);
        if info.position != NONE && count >= info.min && self.register(info.position) == narrow(pos) {
            return Ok(false);
        }
        if count < info.cap() {
            self.save_register(info.counter, count + 1)?;
        }
        Ok(true)
    }

    fn enter_look(&mut self, id: u32, pos: usize) {
        let Some(look) = self.program.looks.get(id as usize).copied() else { return };
        let height = narrow(self.scratch.stack.len());
        self.set_register(look.height, height);
        self.set_register(look.position, narrow(pos));
    }

    /// Drops the choices of a look-around that has matched, but not what must be undone if the match goes back
    /// beyond it. The position at which it began.
    fn leave_look(&mut self, id: u32) -> Result<Option<usize>, MatchError> {
        let Some(look) = self.program.looks.get(id as usize).copied() else { return Ok(None) };
        let height = self.register(look.height) as usize;
        let stack = &mut self.scratch.stack;
        let dropped = stack.len().saturating_sub(height);
        let mut kept = height;
        if height > 0 {
            for idx in height..stack.len() {
                if let Some(&frame @ (Frame::Slot { .. } | Frame::Register { .. })) = stack.get(idx) {
                    if let Some(place) = stack.get_mut(kept) {
                        *place = frame;
                    }
                    kept += 1;
                }
            }
        }
        stack.truncate(kept);
        self.charge_scan(dropped)?;
        Ok(Some(self.register(look.position) as usize))
    }

    /// Drops the choices of a negative look-around that has matched, and undoes its effects.
    fn refuse_look(&mut self, id: u32) -> Result<(), MatchError> {
        let Some(look) = self.program.looks.get(id as usize).copied() else { return Ok(()) };
        let height = self.register(look.height) as usize;
        self.charge_scan(self.scratch.stack.len().saturating_sub(height))?;
        while self.scratch.stack.len() > height {
            match self.scratch.stack.pop() {
                Some(Frame::Slot { slot, old }) => {
                    if let Some(place) = self.scratch.slots.get_mut(slot as usize) {
                        *place = old;
                    }
                }
                Some(Frame::Register { register, old }) => self.set_register(register, old),
                _ => {}
            }
        }
        Ok(())
    }

    #[inline]
    fn is_word_boundary(&self, word: u32, pos: usize) -> bool {
        let Some(word) = self.class(word) else { return false };
        // All word characters are single code units.
        let before = pos.checked_sub(1).and_then(|prev| self.text.unit(prev)).is_some_and(|ch| word.contains(ch));
        let after = self.text.unit(pos).is_some_and(|ch| word.contains(ch));
        before != after
    }

    /// Start and end of the group a back-reference stands for, if one has matched.
    fn referenced(&self, reference: &BackReference) -> Option<(usize, usize)> {
        reference.groups.iter().find_map(|&group| {
            let start = *self.scratch.slots.get(2 * group as usize)?;
            let end = *self.scratch.slots.get(2 * group as usize + 1)?;
            (start != NONE && end != NONE).then_some((start as usize, end as usize))
        })
    }

    /// `BackreferenceMatcher` (section 22.2.2.7.2) forwards; the end.
    fn back_reference(&mut self, id: u32, pos: usize) -> Result<Option<usize>, MatchError> {
        let Some(reference) = self.program.references.get(id as usize) else { return Ok(None) };
        self.charge_scan(reference.groups.len())?;
        let Some((start, end)) = self.referenced(reference) else { return Ok(Some(pos)) };
        self.charge_scan((end - start) * 4)?;
        let text = self.text;
        let Some(folding) = reference.folding else {
            let len = end - start;
            let same = pos + len <= text.len() && (0..len).all(|idx| text.unit(start + idx) == text.unit(pos + idx));
            return Ok((same && text.is_boundary(pos + len)).then_some(pos + len));
        };
        let (mut left, mut right) = (start, pos);
        while left < end {
            let (Some((a, next_left)), Some((b, next_right))) = (text.at(left), text.at(right)) else {
                return Ok(None);
            };
            if !same_folded(folding, a, b) {
                return Ok(None);
            }
            (left, right) = (next_left, next_right);
        }
        Ok(Some(right))
    }

    /// The same backwards; the start.
    fn back_reference_back(&mut self, id: u32, pos: usize) -> Result<Option<usize>, MatchError> {
        let Some(reference) = self.program.references.get(id as usize) else { return Ok(None) };
        self.charge_scan(reference.groups.len())?;
        let Some((start, end)) = self.referenced(reference) else { return Ok(Some(pos)) };
        self.charge_scan((end - start) * 4)?;
        let text = self.text;
        let Some(folding) = reference.folding else {
            let len = end - start;
            let Some(prev) = pos.checked_sub(len) else { return Ok(None) };
            let same = (0..len).all(|idx| text.unit(start + idx) == text.unit(prev + idx));
            return Ok((same && text.is_boundary(prev)).then_some(prev));
        };
        let (mut left, mut right) = (end, pos);
        while left > start {
            let (Some((a, prev_left)), Some((b, prev_right))) = (text.before(left), text.before(right)) else {
                return Ok(None);
            };
            if !same_folded(folding, a, b) {
                return Ok(None);
            }
            (left, right) = (prev_left, prev_right);
        }
        Ok(Some(right))
    }
}

#[inline]
fn same_folded(folding: Folding, left: u32, right: u32) -> bool {
    left == right || folding.canonicalize(left) == folding.canonicalize(right)
}
