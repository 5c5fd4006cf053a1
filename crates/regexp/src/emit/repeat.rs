//! Loops: over one class as a single instruction, over other bodies with as little state as they need.

use super::{Direction, Emitter, Follow, Next, operand};
use crate::charset::{CharSet, intersects};
use crate::memo::Dimension;
use crate::node::{Assertion, Kind, Node, Repetition, widen};
use crate::program::{Insn, Loop, NONE, Run};

impl Emitter {
    pub(super) fn repeat(&mut self, repetition: Repetition, body: &Node, direction: Direction, follow: &Follow) {
        if direction == Direction::Forward
            && matches!(body.kind, Kind::Char(_) | Kind::Set(_))
            && let Some(set) = body.as_set(&self.sets)
        {
            self.run(repetition, &set, follow);
        } else if body.min_len > 0
            && ((repetition.min <= 1 && repetition.max == u32::MAX) || (repetition.min == 0 && repetition.max == 1))
        {
            self.plain_loop(repetition, body, direction, follow);
        } else {
            self.counted_loop(repetition, body, direction, follow);
        }
    }

    /// A loop over single characters.
    fn run(&mut self, repetition: Repetition, set: &CharSet, follow: &Follow) {
        let Repetition { min, mut max, greedy, .. } = repetition;
        if matches!(follow.next, Next::Accept) && !greedy {
            max = min;
        }
        let atomic = min == max
            || (greedy && matches!(follow.next, Next::Accept))
            || (!follow.nullable && !intersects(set.ranges(), follow.first.ranges()))
            || self.fails_inside(set, min, follow.next);
        let class = self.class(set);
        let follow = if follow.nullable || atomic { NONE } else { self.class(&follow.first) };
        let id = operand(self.runs.len());
        self.runs.push(Run { class, min, max, follow });
        self.push(match (atomic, greedy) {
            (true, _) => Insn::RunAtomic(id),
            (false, true) => Insn::RunGreedy(id),
            (false, false) => Insn::RunLazy(id),
        });
    }

    /// Whether an assertion after the run fails wherever the run could have gone on.
    fn fails_inside(&self, set: &CharSet, min: u32, next: Next) -> bool {
        match next {
            Next::Assert(Assertion::TextEnd) => true,
            Next::Assert(Assertion::LineEnd) => {
                !intersects(set.ranges(), &[(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)])
            }
            // Between two characters of the run there is no boundary if all are word characters, or none is.
            Next::Assert(Assertion::WordBoundary(word)) => {
                let word = self.sets.get(word);
                min > 0 && (set.is_subset(word) || !intersects(set.ranges(), word.ranges()))
            }
            Next::Assert(Assertion::TextStart | Assertion::LineStart | Assertion::NotWordBoundary(_))
            | Next::Unknown
            | Next::Accept => false,
        }
    }

    /// What follows one iteration: another one, or what follows the loop.
    fn follow_iteration(body: &Node, follow: &Follow) -> Follow {
        Follow { first: widen(body.first.union(&follow.first)), nullable: follow.nullable, next: Next::Unknown }
    }

    /// Whether the next character alone decides between another iteration and what follows.
    fn exclusive(body: &Node, follow: &Follow) -> bool {
        !follow.nullable && !intersects(body.first.ranges(), follow.first.ranges())
    }

    /// `x*`, `x+` and `x?` of a body that always consumes: needs neither counter nor position.
    fn plain_loop(&mut self, repetition: Repetition, body: &Node, direction: Direction, follow: &Follow) {
        let forward = direction == Direction::Forward;
        let repeats = repetition.max == u32::MAX;
        let after = if repeats && forward { Self::follow_iteration(body, follow) } else { follow.clone() };
        let top = self.here();
        let mut choices = Vec::new();
        if repetition.min == 0 {
            self.choice(repetition, body, direction, follow, &mut choices);
        }
        let (first, end) = repetition.groups;
        if repeats && first < end {
            self.push(Insn::Reset(first, end));
        }
        self.node(body, direction, &after);
        if repeats {
            if repetition.min > 0 {
                self.choice(repetition, body, direction, follow, &mut choices);
            }
            self.push(Insn::Jump(top));
        }
        let exit = self.here();
        for at in choices {
            let patched = match self.code.get(at).copied() {
                Some(Insn::Split(_)) => Insn::Split(exit),
                Some(Insn::SplitTo(_)) => Insn::SplitTo(exit),
                Some(Insn::TryClass(class, _)) => Insn::TryClass(class, exit),
                Some(Insn::IfClass(class, _)) => Insn::IfClass(class, exit),
                _ => continue,
            };
            self.patch(at, patched);
        }
    }

    /// The decision for or against an iteration; the exit is patched in later.
    fn choice(
        &mut self,
        repetition: Repetition,
        body: &Node,
        direction: Direction,
        follow: &Follow,
        choices: &mut Vec<usize>,
    ) {
        if direction == Direction::Backward {
            choices.push(self.push(if repetition.greedy { Insn::Split(0) } else { Insn::SplitTo(0) }));
            return;
        }
        let class = self.class(&body.first);
        if Self::exclusive(body, follow) {
            choices.push(self.push(Insn::IfClass(class, 0)));
        } else if repetition.greedy {
            choices.push(self.push(Insn::TryClass(class, 0)));
        } else {
            choices.push(self.push(Insn::IfClass(class, 0)));
            choices.push(self.push(Insn::SplitTo(0)));
        }
    }

    fn counted_loop(&mut self, repetition: Repetition, body: &Node, direction: Direction, follow: &Follow) {
        let forward = direction == Direction::Forward;
        let id = operand(self.loops.len());
        let counter = self.register();
        let position = if body.min_len == 0 { self.register() } else { NONE };
        let first = if forward && body.min_len > 0 { self.class(&body.first) } else { NONE };
        let after = if forward { Self::follow_iteration(body, follow) } else { Follow::unknown() };
        let mut info = Loop {
            counter,
            position,
            min: repetition.min,
            max: repetition.max,
            greedy: repetition.greedy,
            first,
            exclusive: first != NONE && Self::exclusive(body, follow),
            groups: repetition.groups,
            test: 0,
            body: 0,
            exit: 0,
        };
        self.loops.push(info);
        self.push(Insn::LoopStart(id));
        let previous = self.contexts.enter(Dimension::Counter(id));
        info.test = self.here();
        self.push(Insn::LoopTest(id));
        let outer = if position == NONE { None } else { Some(self.contexts.enter(Dimension::Consumed(position))) };
        info.body = self.here();
        self.push(Insn::LoopEnter(id));
        self.node(body, direction, &after);
        self.push(Insn::LoopNext(id));
        if let Some(outer) = outer {
            self.contexts.leave(outer);
        }
        self.contexts.leave(previous);
        info.exit = self.here();
        if let Some(slot) = self.loops.get_mut(id as usize) {
            *slot = info;
        }
    }
}
