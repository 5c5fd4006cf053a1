//! GetSubstitution (§22.1.3.19.1): replacement templates with `$1`, `$&`, `$<name>` and so on, taken apart once and
//! applied to every match.

use crate::completion::Completion;
use crate::heap::string_builder::StringBuilder;
use crate::heap::text::Str;
use crate::value::{ObjectId, StringId};
use crate::vm::Vm;

/// A part of a template.
#[derive(Debug, Clone, Copy)]
enum Piece {
    /// This range of the template as it is.
    Literal(usize, usize),
    /// `$&`
    Match,
    /// `` $` ``
    Before,
    /// `$'`
    After,
    /// `$1` to `$99`
    Capture(usize),
    /// `$<name>`: the range of the name in the template.
    Named(usize, usize),
}

/// A template taken apart.
#[derive(Debug)]
pub(crate) struct Template {
    text: StringId,
    pieces: Vec<Piece>,
}

/// The groups of a match.
#[derive(Debug)]
pub(crate) enum Captures<'a> {
    None,
    /// Ranges of the text: the whole match and then the groups. Names are looked up in the second list.
    Ranges(&'a [codemode_regexp::Group], &'a [(String, Vec<u32>)]),
    /// Strings that a program's `exec` gave: the match, the groups without it, and the `groups` object.
    Values {
        matched: StringId,
        values: &'a [Option<StringId>],
        groups: Option<ObjectId>,
    },
}

impl Template {
    /// Takes a template apart for matches with `groups` groups (without the whole match), named or not.
    pub(crate) fn parse(cx: &mut Vm, text: StringId, groups: usize, has_names: bool) -> Completion<Template> {
        let len = cx.heap.string_len(text);
        cx.charge_fuel(len as u64 / 8)?;
        // Every piece but the last has at least two units.
        let mut pieces = Vec::new();
        let source = cx.heap.str(text);
        let mut literal = 0;
        let mut at = 0;
        let mut pushed = 0;
        while let Some(dollar) = find_dollar(source, at) {
            let Some((piece, size)) = reference(source, dollar, groups, has_names) else {
                at = dollar + 1;
                continue;
            };
            if dollar > literal {
                pieces.push(Piece::Literal(literal, dollar));
            }
            pieces.push(piece);
            at = dollar + size;
            literal = at;
            pushed += 1;
            if pushed > 1_000_000 {
                return Err(cx.range_error("the replacement has too many references"));
            }
        }
        if len > literal {
            pieces.push(Piece::Literal(literal, len));
        }
        Ok(Template { text, pieces })
    }

    /// Whether it is the same for every match.
    pub(crate) fn is_literal(&self) -> bool {
        self.pieces.iter().all(|piece| matches!(piece, Piece::Literal(..)))
    }

    /// Appends what replaces the match `start..end` of `subject`. The caller checks the length of the result.
    pub(crate) fn append(
        &self,
        cx: &mut Vm,
        builder: &mut StringBuilder,
        subject: StringId,
        start: usize,
        end: usize,
        captures: &Captures<'_>,
    ) -> Completion<()> {
        for &piece in &self.pieces {
            let len = cx.heap.string_len(subject);
            match piece {
                Piece::Literal(from, to) => builder.push(cx.heap.str(self.text).slice(from, to)),
                Piece::Match => match captures {
                    Captures::Values { matched, .. } => builder.push(cx.heap.str(*matched)),
                    _ => builder.push(cx.heap.str(subject).slice(start, end)),
                },
                Piece::Before => builder.push(cx.heap.str(subject).slice(0, start)),
                Piece::After => builder.push(cx.heap.str(subject).slice(end.min(len), len)),
                Piece::Capture(index) => match captures {
                    Captures::None => {}
                    Captures::Ranges(groups, _) => {
                        if let Some(Some((from, to))) = groups.get(index) {
                            builder.push(cx.heap.str(subject).slice(*from as usize, *to as usize));
                        }
                    }
                    Captures::Values { values, .. } => {
                        if let Some(Some(value)) = values.get(index - 1) {
                            builder.push(cx.heap.str(*value));
                        }
                    }
                },
                Piece::Named(from, to) => match captures {
                    Captures::None => {}
                    Captures::Ranges(groups, names) => {
                        let name = cx.heap.str(self.text).slice(from, to).to_std_string();
                        let numbers = names.iter().find(|(known, _)| *known == name).map(|(_, numbers)| numbers);
                        let range = numbers
                            .into_iter()
                            .flatten()
                            .find_map(|&number| groups.get(number as usize).copied().flatten());
                        if let Some((from, to)) = range {
                            builder.push(cx.heap.str(subject).slice(from as usize, to as usize));
                        }
                    }
                    Captures::Values { groups, .. } => {
                        let Some(groups) = *groups else { continue };
                        let name = cx.heap.substring(self.text, from, to)?;
                        let name = cx.heap.key_from_string(name)?;
                        let value = cx.get(groups, name)?;
                        if !value.is_undefined() {
                            let value = cx.to_string(value)?;
                            builder.push(cx.heap.str(value));
                        }
                    }
                },
            }
            // `$&`, `` $` `` and `$'` can be much longer than the template.
            if self.pieces.len() > 1 {
                super::check(cx, builder)?;
                cx.charge_fuel(1)?;
            }
        }
        Ok(())
    }
}

fn find_dollar(text: Str<'_>, from: usize) -> Option<usize> {
    match text {
        Str::Latin1(bytes) => memchr::memchr(b'$', bytes.get(from..)?).map(|at| at + from),
        Str::Utf16(units) => units.get(from..)?.iter().position(|&unit| unit == u16::from(b'$')).map(|at| at + from),
    }
}

/// What the `$` at `dollar` begins, and its length; `None` for a plain dollar sign.
fn reference(text: Str<'_>, dollar: usize, groups: usize, has_names: bool) -> Option<(Piece, usize)> {
    let next = u8::try_from(text.get(dollar + 1)?).ok()?;
    match next {
        b'$' => Some((Piece::Literal(dollar, dollar + 1), 2)),
        b'&' => Some((Piece::Match, 2)),
        b'`' => Some((Piece::Before, 2)),
        b'\'' => Some((Piece::After, 2)),
        b'0'..=b'9' => {
            let first = usize::from(next - b'0');
            let second = text
                .get(dollar + 2)
                .filter(|unit| (u16::from(b'0')..=u16::from(b'9')).contains(unit))
                .map(|unit| first * 10 + usize::from(unit - u16::from(b'0')));
            match second {
                Some(index) if (1..=groups).contains(&index) => Some((Piece::Capture(index), 3)),
                _ if (1..=groups).contains(&first) => Some((Piece::Capture(first), 2)),
                _ => None,
            }
        }
        b'<' if has_names => {
            let start = dollar + 2;
            let close = (start..text.len()).find(|&at| text.get(at) == Some(u16::from(b'>')))?;
            Some((Piece::Named(start, close), close + 1 - dollar))
        }
        _ => None,
    }
}
