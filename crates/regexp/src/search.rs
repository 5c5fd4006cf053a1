//! The search for the first match from a position on.

use crate::budget::Budget;
use crate::error::MatchError;
use crate::input::Text;
use crate::matcher::{Matcher, is_line_terminator};
use crate::prefilter::Start;
use crate::program::Program;
use crate::scratch::Scratch;

/// Where to look for a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// From the start on.
    Forward,
    /// At the start only.
    Sticky,
}

/// Searches from `start`; the groups are in `scratch`.
pub(crate) fn search<T: Text>(
    program: &Program,
    text: T,
    mut start: usize,
    mode: Mode,
    budget: &mut Budget<'_>,
    scratch: &mut Scratch,
) -> Result<bool, MatchError> {
    scratch.begin(program.group_count, program.registers);
    if start > text.len() {
        return Ok(false);
    }
    if u32::try_from(text.len()).is_ok_and(|len| len < u32::MAX - 1) {
        // The character at a position in the middle of a pair is the pair.
        if !text.is_boundary(start) {
            start -= 1;
        }
        let mut matcher = Matcher::new(program, text, start, budget, scratch);
        let found = match mode {
            Mode::Sticky => matcher.attempt(start).map(|end| end.map(|end| (start, end))),
            Mode::Forward => forward(&mut matcher, start),
        };
        if let Ok(Some((start, end))) = found {
            for (slot, pos) in scratch.slots.iter_mut().zip([start, end]) {
                *slot = pos as u32;
            }
            scratch.publish_groups();
        }
        scratch.finish();
        found.map(|found| found.is_some())
    } else {
        Err(MatchError::TooMuchMemory)
    }
}

fn forward<T: Text>(matcher: &mut Matcher<'_, '_, T>, start: usize) -> Result<Option<(usize, usize)>, MatchError> {
    let (program, text) = (matcher.program, matcher.text);
    if let Some(required) = &program.prefilter.required {
        let found = text.find(required, start);
        matcher.charge_scan(found.unwrap_or(text.len()) - start)?;
        if found.is_none() {
            return Ok(None);
        }
    }
    let leading_run = program.prefilter.leading_run.and_then(|class| program.classes.get(class as usize));
    let mut from = start;
    while let Some(at) = candidate(matcher, from)? {
        if let Some(end) = matcher.attempt(at)? {
            return Ok(Some((at, end)));
        }
        let Some((_, next)) = text.at(at) else { break };
        from = match leading_run {
            Some(class) => {
                let end = text.run(class, at, u32::MAX).0;
                matcher.charge_scan(end - at)?;
                end.max(next)
            }
            None => next,
        };
    }
    Ok(None)
}

/// The first position from `from` on at which a match can begin.
#[inline]
fn candidate<T: Text>(matcher: &mut Matcher<'_, '_, T>, mut from: usize) -> Result<Option<usize>, MatchError> {
    let (program, text) = (matcher.program, matcher.text);
    loop {
        let found = match &program.prefilter.start {
            Start::Anywhere => Some(from),
            Start::Text => (from == 0).then_some(0),
            Start::Line => {
                let line =
                    (from..=text.len()).find(|&pos| pos == 0 || text.unit(pos - 1).is_some_and(is_line_terminator));
                line.filter(|&pos| pos <= text.len())
            }
            Start::Needle(needle) => text.find(needle, from),
            Start::Class(class) => program.classes.get(*class as usize).and_then(|class| text.find_class(class, from)),
        };
        matcher.charge_scan(found.unwrap_or(text.len()).saturating_sub(from))?;
        match found {
            Some(pos) if !text.is_boundary(pos) => from = pos + 1,
            found => return Ok(found),
        }
    }
}
