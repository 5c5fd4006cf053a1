//! The step budget: how a match is charged and interrupted.

/// Where a match gets more steps from, and the place to look at a clock or a cancellation flag.
pub trait StepBudget {
    /// Called whenever the granted steps are used up. `Some(n)` grants `n` more steps, `None` ends the match with
    /// [`MatchError::Exhausted`](crate::MatchError::Exhausted).
    fn refill(&mut self) -> Option<u64>;
}

/// A source that never grants more: the first grant is the limit.
pub struct NoRefill;

impl StepBudget for NoRefill {
    fn refill(&mut self) -> Option<u64> {
        None
    }
}

/// Steps a match may take. One step is one instruction of the matcher, or about sixteen characters of a scan.
/// A step takes 2 to 10 ns, so that a grant of 100,000 steps lasts below a millisecond.
pub struct Budget<'a> {
    /// Steps left of the last grant; carries over from one match to the next.
    pub steps: u64,
    source: &'a mut dyn StepBudget,
}

impl<'a> Budget<'a> {
    /// A budget that starts with `steps` and asks `source` for more.
    pub fn new(steps: u64, source: &'a mut dyn StepBudget) -> Self {
        Self { steps, source }
    }

    /// Takes `count` steps, asking for more as long as needed; `false` if they were refused.
    #[inline]
    pub(crate) fn take(&mut self, count: u64) -> bool {
        if let Some(left) = self.steps.checked_sub(count) {
            self.steps = left;
            return true;
        }
        self.take_slowly(count)
    }

    #[cold]
    fn take_slowly(&mut self, mut count: u64) -> bool {
        loop {
            if let Some(left) = self.steps.checked_sub(count) {
                self.steps = left;
                return true;
            }
            count -= self.steps;
            self.steps = 0;
            match self.source.refill() {
                // A grant of nothing would be asked for forever.
                None | Some(0) => return false,
                Some(more) => self.steps = more,
            }
        }
    }
}
