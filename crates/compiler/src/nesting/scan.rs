//! The scan behind [`measure`](super::measure).
//!
//! It must never count less than the parser recurses. Where a reset could be wrong, it does not reset; where a token
//! could be read in two ways, it gives up and counts tokens.

use super::words::{Word, classify};
use super::{Excess, FREE_DEPTH, MAX_CHAIN, MAX_DEPTH, MAX_NAMES_COMPARED, MAX_TOKENS, MAX_WORK, Nesting, TooDeep};

/// What opened a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Opener {
    /// `(` of a call, a group, parameters.
    Paren,
    /// `(` after `if`, `for`, `while`, `with`: a statement follows its end.
    HeadParen,
    /// `(` after the `while` that ends a `do`.
    TailParen,
    /// `[`.
    Bracket,
    /// `{` where only an expression or a pattern can stand.
    Object,
    /// Any other `{`.
    Brace,
    /// `${`.
    Template,
}

/// The last token, as far as it matters to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    /// The start of the text or of a block; `;`; the end of a statement head; `else`: a statement or operand follows.
    Start,
    /// An operator or opening bracket: an operand follows.
    Operator,
    /// An operand is complete.
    Operand,
    /// An operand, or a word that may be an operator.
    Contextual,
    /// A `}` that may end a statement or an operand.
    Brace,
    /// `.`: a name follows, whatever it is.
    Dot,
    /// Nothing tells whether an operand follows: `>`, `await`, `let`, some uses of `!`.
    Unclear,
}

/// Counters of one bracket level.
#[derive(Debug, Clone, Copy, Default)]
struct Counters {
    /// Nesting inside the current expression.
    expression: u32,
    /// Statements that contain the current one without a bracket.
    statement: u32,
    /// `do` without its `while`, among those statements.
    repeats: u32,
    /// `<` without `>`.
    angle: u32,
    /// `?` without `:`.
    conditional: u32,
    /// Links of chains that group to the left.
    chain: u32,
}

impl Counters {
    fn depth(self) -> u32 {
        self.expression + self.statement + self.angle
    }
}

/// An open bracket.
struct Level {
    opener: Opener,
    /// Where it stands.
    at: usize,
    /// Counters of the level around it.
    counters: Counters,
    /// [`Scan::trials`] of the level around it.
    trials: u32,
}

pub(super) struct Scan<'s> {
    source: &'s str,
    bytes: &'s [u8],
    at: usize,
    levels: Vec<Level>,
    /// Counters of the innermost level.
    here: Counters,
    /// Sums over the enclosing levels.
    outer_depth: u32,
    outer_chain: u32,
    deepest: Nesting,
    /// Brackets around this place that stand inside `<` without `>`: the parser may read each as type arguments first
    /// and as an operand later, and so everything inside it twice or more.
    trials: u32,
    /// Depth beyond [`FREE_DEPTH`], and what repeated readings cost, summed over the tokens so far: what the parser may spend on trying readings.
    work: u32,
    /// Pairs of group names in the regular expressions so far.
    names_compared: u32,
    last: Last,
    /// A line break precedes the current token.
    newline: bool,
    /// A `;` or `}` may have ended every statement of this level, unless `else` or `while` follows.
    ended: bool,
    /// What the parenthesis is that `if`, `for`, `while` or `with` waits for.
    head: Option<Opener>,
    /// The last token is a word whose statement ends with the line.
    restricted: bool,
}

/// Why the scan stopped.
enum Stop {
    Beyond(Excess),
    Unclear,
}

impl<'s> Scan<'s> {
    pub(super) fn new(source: &'s str) -> Self {
        Self {
            source,
            bytes: source.as_bytes(),
            at: 0,
            levels: Vec::with_capacity(16),
            here: Counters::default(),
            outer_depth: 0,
            outer_chain: 0,
            deepest: Nesting::default(),
            trials: 0,
            work: 0,
            names_compared: 0,
            last: Last::Start,
            newline: false,
            ended: false,
            head: None,
            restricted: false,
        }
    }

    pub(super) fn run(mut self) -> Result<Nesting, TooDeep> {
        if self.bytes.starts_with(b"#!") {
            self.skip_line();
        }
        loop {
            let Some(&byte) = self.bytes.get(self.at) else { return Ok(self.deepest) };
            let start = self.at;
            match self.token(byte) {
                Ok(()) => {}
                Err(Stop::Beyond(excess)) => return Err(TooDeep { at: start, excess }),
                Err(Stop::Unclear) => return self.count_tokens(start),
            }
        }
    }

    pub(super) fn unclosed(mut self) -> Option<usize> {
        while let Some(&byte) = self.bytes.get(self.at) {
            self.token(byte).ok()?;
        }
        self.levels.last().map(|level| level.at)
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Reads one token or stretch of blanks that starts with `byte`.
    fn token(&mut self, byte: u8) -> Result<(), Stop> {
        match byte {
            b' ' | b'\t' | 0x0b | 0x0c => self.at += 1,
            b'\n' | b'\r' => {
                self.at += 1;
                self.newline = true;
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | b'\\' | b'#' => return self.word(),
            0x80.. => self.non_ascii(),
            b'0'..=b'9' => self.number(),
            b'"' | b'\'' => {
                self.begin_operand();
                self.string(byte);
            }
            b'`' => {
                self.link_to_operand();
                self.settle();
                self.at += 1;
                return self.template();
            }
            b'/' => return self.slash(),
            b'(' => {
                let opener = self.head.take().unwrap_or_else(|| {
                    self.link_to_operand();
                    Opener::Paren
                });
                return self.open(opener, 1);
            }
            b'[' => {
                self.link_to_operand();
                return self.open(Opener::Bracket, 1);
            }
            b'{' => {
                let opener = if self.last == Last::Operator { Opener::Object } else { Opener::Brace };
                return self.open(opener, 1);
            }
            b')' | b']' | b'}' => return self.close(),
            _ => return self.punctuation(byte),
        }
        Ok(())
    }

    fn last_is_operand(&self) -> bool {
        matches!(self.last, Last::Operand | Last::Contextual | Last::Brace | Last::Unclear)
    }

    /// A call, an index or a tagged template continues an operand.
    fn link_to_operand(&mut self) {
        if self.last_is_operand() {
            self.here.chain += 1;
        }
    }

    /// The current token continues what `;` or `}` seemed to end, or follows it without being `else` or `while`.
    fn settle(&mut self) {
        if std::mem::take(&mut self.ended) && self.last == Last::Start {
            self.here.statement = 0;
            self.here.repeats = 0;
        }
        self.newline = false;
        self.head = None;
        self.restricted = false;
    }

    /// A word, number or string begins: after a complete operand it starts a new statement.
    fn begin_operand(&mut self) {
        let boundary = match self.last {
            Last::Operand => self.newline,
            Last::Brace => true,
            _ => self.restricted && self.newline,
        };
        if boundary {
            self.here = Counters::default();
        }
        self.settle();
        self.last = Last::Operand;
    }

    fn word(&mut self) -> Result<(), Stop> {
        let start = self.at;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'$' | b'#' => self.at += 1,
                // Braces of an escape are no brackets.
                b'\\' if self.peek(1) == b'u' && self.peek(2) == b'{' => {
                    self.at += 3;
                    while self.peek(0).is_ascii_hexdigit() {
                        self.at += 1;
                    }
                    self.at += usize::from(self.peek(0) == b'}');
                }
                b'\\' => self.at += 1,
                _ => break,
            }
        }
        let word = self.bytes.get(start..self.at).unwrap_or(&[]);
        // A name that goes on beyond ASCII is no keyword, nor is what follows a dot.
        let name = self.last == Last::Dot || word.len() < 2 || self.goes_on_beyond_ascii();
        self.classified(if name { Word::Name } else { classify(word) }, word);
        self.within_limits()
    }

    fn goes_on_beyond_ascii(&self) -> bool {
        self.peek(0) >= 0x80 && self.char_here().is_some_and(|ch| !is_blank(ch))
    }

    fn char_here(&self) -> Option<char> {
        self.source.get(self.at..).and_then(|rest| rest.chars().next())
    }

    fn classified(&mut self, class: Word, word: &[u8]) {
        match class {
            Word::Name => self.begin_operand(),
            Word::Contextual => self.continue_with(Last::Contextual),
            Word::Modifier => {
                self.begin_operand();
                self.last = Last::Contextual;
            }
            Word::ContextualPrefix => {
                self.continue_with(Last::Contextual);
                self.here.expression += 1;
            }
            Word::ContextualLink => {
                self.continue_with(Last::Contextual);
                self.here.chain += 1;
            }
            Word::Of => {
                self.continue_with(Last::Unclear);
                self.here.chain += 1;
            }
            Word::Link => {
                self.continue_with(Last::Operator);
                self.here.chain += 1;
            }
            Word::Prefix => self.prefix_word(word),
            Word::Head => {
                self.begin_operand();
                self.last = Last::Start;
                self.head = Some(Opener::HeadParen);
                self.here.statement += 1;
            }
            Word::While => {
                // A statement inside a `do` is complete: this ends the `do`.
                let complete = self.last == Last::Brace || (self.last == Last::Start && self.ended) || self.newline;
                let tail = complete && self.here.repeats > 0;
                self.keep_statement();
                self.head = Some(if tail { Opener::TailParen } else { Opener::HeadParen });
                self.here.repeats -= u32::from(tail);
            }
            Word::Else => self.keep_statement(),
            Word::Do => {
                self.begin_operand();
                self.last = Last::Start;
                self.here.statement += 1;
                self.here.repeats += 1;
            }
            Word::Case => {
                self.here = Counters::default();
                self.settle();
                self.last = if word == b"case" { Last::Start } else { Last::Unclear };
            }
            Word::Throw => {
                self.begin_operand();
                self.last = Last::Start;
            }
            Word::Return => {
                self.begin_operand();
                self.last = Last::Start;
                self.restricted = true;
            }
            Word::Jump => {
                self.begin_operand();
                self.last = Last::Unclear;
                self.restricted = true;
            }
            // `x as const` is complete.
            Word::Starter if self.last == Last::Contextual && word == b"const" => self.begin_operand(),
            Word::Starter => {
                self.begin_operand();
                self.last = Last::Unclear;
            }
        }
    }

    fn prefix_word(&mut self, word: &[u8]) {
        // `for await (`: the parenthesis still belongs to `for`.
        let head = self.head.filter(|_| word == b"await");
        if word == b"extends" {
            self.settle();
        } else {
            self.begin_operand();
        }
        self.head = head;
        // Whether `await` and `yield` are names depends on the function around them.
        self.last = if matches!(word, b"await" | b"yield") { Last::Unclear } else { Last::Start };
        // What follows `extends` is read as a list, so that a comma does not end it.
        if word == b"extends" {
            self.here.statement += 1;
        } else {
            self.here.expression += 1;
        }
    }

    /// `else` and `while` end the expression before them, and may belong to a statement around it.
    fn keep_statement(&mut self) {
        self.ended = false;
        self.settle();
        self.end_expression();
        self.here.statement += 1;
        self.last = Last::Start;
    }

    fn continue_with(&mut self, last: Last) {
        self.settle();
        self.last = last;
    }

    fn non_ascii(&mut self) {
        let ch = self.char_here().unwrap_or('\u{fffd}');
        self.at += ch.len_utf8();
        if is_blank(ch) {
            self.newline |= matches!(ch, '\u{2028}' | '\u{2029}');
            return;
        }
        // Part of a name; the rest of it is read as a name of its own.
        if self.last != Last::Operand || self.newline {
            self.begin_operand();
        }
        while self.peek(0).is_ascii_alphanumeric() || matches!(self.peek(0), b'_' | b'$') {
            self.at += 1;
        }
    }

    fn number(&mut self) {
        self.begin_operand();
        let mut dot = false;
        while self.peek(0).is_ascii_alphanumeric() || self.peek(0) == b'_' || (self.peek(0) == b'.' && !dot) {
            dot |= self.peek(0) == b'.';
            self.at += 1;
        }
    }

    fn string(&mut self, quote: u8) {
        self.at += 1;
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            match byte {
                b'\\' => {
                    // CR LF after a backslash is one line continuation.
                    self.at += if self.peek(0) == b'\r' && self.peek(1) == b'\n' { 2 } else { 1 };
                }
                b'\n' | b'\r' => return,
                _ if byte == quote => return,
                _ => {}
            }
        }
    }

    /// Reads on inside a template until it ends or a substitution begins.
    fn template(&mut self) -> Result<(), Stop> {
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'\\' => self.at += 2,
                b'`' => {
                    self.at += 1;
                    self.last = Last::Operand;
                    return self.within_limits();
                }
                b'$' if self.peek(1) == b'{' => return self.open(Opener::Template, 2),
                _ => self.at += 1,
            }
        }
        Ok(())
    }

    fn slash(&mut self) -> Result<(), Stop> {
        match self.peek(1) {
            b'/' => {
                self.skip_line();
                return Ok(());
            }
            b'*' => {
                self.skip_comment();
                return Ok(());
            }
            _ => {}
        }
        match self.last {
            Last::Operand | Last::Contextual => {
                self.at += 1;
                self.settle();
                self.link(Last::Operator);
                self.within_limits()
            }
            Last::Start | Last::Operator => {
                self.settle();
                self.regexp()
            }
            Last::Brace | Last::Dot | Last::Unclear => Err(Stop::Unclear),
        }
    }

    fn skip_line(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            if matches!(byte, b'\n' | b'\r') || (byte == 0xe2 && self.peek(1) == 0x80 && self.peek(2) & 0xfe == 0xa8) {
                return;
            }
            self.at += 1;
        }
    }

    fn skip_comment(&mut self) {
        self.at += 2;
        while let Some(&byte) = self.bytes.get(self.at) {
            if byte == b'*' && self.peek(1) == b'/' {
                self.at += 2;
                return;
            }
            self.newline |=
                matches!(byte, b'\n' | b'\r') || (byte == 0xe2 && self.peek(1) == 0x80 && self.peek(2) & 0xfe == 0xa8);
            self.at += 1;
        }
    }

    /// A regular expression literal; the pattern parser recurses with its groups and classes.
    fn regexp(&mut self) -> Result<(), Stop> {
        self.at += 1;
        let mut depth: u32 = 0;
        let mut names: u32 = 0;
        let mut in_class = false;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'\\' => self.at += 1,
                b'\n' | b'\r' => break,
                b'/' if !in_class => {
                    self.at += 1;
                    break;
                }
                b'(' | b'[' => {
                    let named = byte == b'(' && self.peek(1) == b'?' && self.peek(2) == b'<';
                    if named && !in_class && !matches!(self.peek(3), b'=' | b'!') {
                        // The pattern parser compares each name with all others.
                        names += 1;
                        self.names_compared = self.names_compared.saturating_add(names);
                        if self.names_compared > MAX_NAMES_COMPARED {
                            return Err(Stop::Beyond(Excess::GroupNames));
                        }
                    }
                    in_class |= byte == b'[';
                    depth += 1;
                    self.reach(depth)?;
                }
                b')' | b']' => {
                    in_class &= byte != b']';
                    depth = depth.saturating_sub(1);
                }
                _ => {}
            }
            self.at += 1;
        }
        while self.peek(0).is_ascii_alphabetic() {
            self.at += 1;
        }
        self.last = Last::Operand;
        Ok(())
    }

    fn open(&mut self, opener: Opener, len: usize) -> Result<(), Stop> {
        self.settle();
        self.outer_depth += self.here.depth() + 1;
        self.outer_chain += self.here.chain;
        self.levels.push(Level { opener, at: self.at, counters: self.here, trials: self.trials });
        self.trials += u32::from(self.here.angle > 0);
        self.at += len;
        self.here = Counters::default();
        self.ended = false;
        self.last = if opener == Opener::Brace { Last::Start } else { Last::Operator };
        self.reach(0)
    }

    fn close(&mut self) -> Result<(), Stop> {
        self.at += 1;
        self.newline = false;
        self.head = None;
        self.restricted = false;
        let Some(Level { opener, counters, trials, .. }) = self.levels.pop() else {
            // The parser stops here.
            self.last = Last::Brace;
            return Ok(());
        };
        self.here = counters;
        self.trials = trials;
        self.outer_depth = self.outer_depth.saturating_sub(counters.depth() + 1);
        self.outer_chain = self.outer_chain.saturating_sub(counters.chain);
        self.ended = false;
        match opener {
            Opener::Paren | Opener::Bracket | Opener::Object => self.last = Last::Operand,
            Opener::HeadParen => self.last = Last::Start,
            Opener::TailParen => {
                self.last = Last::Start;
                self.ended = true;
            }
            Opener::Brace => self.last = Last::Brace,
            Opener::Template => return self.template(),
        }
        Ok(())
    }

    fn punctuation(&mut self, byte: u8) -> Result<(), Stop> {
        let line_start = self.newline || self.last == Last::Start;
        let after_operand = self.last_is_operand();
        let unclear = matches!(self.last, Last::Contextual | Last::Brace | Last::Unclear);
        let next = self.peek(1);
        // Comments in the manner of HTML, which some goals have.
        if (byte == b'<' && next == b'!' && self.peek(2) == b'-' && self.peek(3) == b'-')
            || (byte == b'-' && next == b'-' && self.peek(2) == b'>' && line_start)
        {
            return Err(Stop::Unclear);
        }
        if byte != b';' {
            self.settle();
        }
        self.at += 1;
        match byte {
            b';' => self.semicolon(),
            b',' => {
                // Type arguments nest across commas.
                if self.here.angle == 0 {
                    self.end_expression();
                }
                self.last = Last::Operator;
            }
            b'.' if next.is_ascii_digit() && !after_operand => self.number(),
            b'.' if next == b'.' => {
                self.at += 2;
                self.nest(Last::Operator);
            }
            b'.' => self.link(Last::Dot),
            b'?' => self.question(next),
            b':' => {
                if self.here.conditional > 0 {
                    self.here.conditional -= 1;
                } else {
                    self.here.expression += 1;
                }
                // What a brace opens here depends on what the colon is.
                self.last = Last::Start;
            }
            b'=' if next == b'>' => {
                self.at += 1;
                self.nest(Last::Start);
            }
            b'=' if next == b'=' => self.binary(b'='),
            b'!' if next == b'=' && after_operand => {
                self.at += 1;
                self.binary(b'=');
            }
            b'!' if after_operand && !unclear && !line_start => self.nest(Last::Operand),
            b'!' if after_operand => self.nest(Last::Unclear),
            b'+' | b'-' if next == byte => {
                self.at += 1;
                let postfix = after_operand && !unclear && !line_start;
                self.nest(if postfix { Last::Operand } else { Last::Unclear });
            }
            b'+' | b'-' if after_operand && !unclear => self.link(Last::Operator),
            b'*' if next == b'*' => {
                self.at += 1;
                self.nest(Last::Operator);
            }
            b'<' if next == b'=' => {
                self.at += 1;
                self.nest(Last::Operator);
            }
            // A shift, or type parameters at the start of type arguments.
            b'<' if next == b'<' => {
                self.at += 1;
                self.here.angle += 2;
                self.here.chain += 1;
                self.nest(Last::Operator);
            }
            b'<' => {
                self.here.angle += 1;
                self.here.chain += 1;
                if !after_operand || unclear {
                    self.here.expression += 1;
                }
                self.last = Last::Operator;
            }
            b'>' => {
                self.here.angle = self.here.angle.saturating_sub(1);
                self.link(Last::Unclear);
            }
            b'=' | b'!' | b'~' | b'+' | b'-' => self.nest(Last::Operator),
            _ => self.binary(byte),
        }
        self.within_limits()
    }

    fn semicolon(&mut self) {
        self.end_expression();
        self.ended = true;
        self.newline = false;
        self.head = None;
        self.restricted = false;
        self.last = Last::Start;
    }

    fn question(&mut self, next: u8) {
        match next {
            b'.' if !self.peek(1).is_ascii_digit() => {
                self.at += 1;
                let name = !matches!(self.peek(0), b'(' | b'[' | b'`');
                self.link(if name { Last::Dot } else { Last::Operand });
            }
            b'?' => {
                self.at += 1;
                self.link(Last::Operator);
            }
            _ => {
                self.here.conditional += 1;
                self.nest(Last::Operator);
            }
        }
    }

    /// An operator that groups to the left, written with one or more `repeat`. A `=` that makes it assign comes next.
    fn binary(&mut self, repeat: u8) {
        // Not `peek`, which cannot tell a NUL from the end.
        while self.bytes.get(self.at) == Some(&repeat) {
            self.at += 1;
        }
        self.link(Last::Operator);
    }

    /// What nests in the statement around the current expression stays.
    fn end_expression(&mut self) {
        let Counters { statement, repeats, .. } = self.here;
        self.here = Counters { statement, repeats, ..Counters::default() };
    }

    /// One more level in the current expression.
    fn nest(&mut self, last: Last) {
        self.here.expression += 1;
        self.last = last;
    }

    /// One more link of a chain.
    fn link(&mut self, last: Last) {
        self.here.chain += 1;
        self.last = last;
    }

    /// Records where the scan is and compares it with the limits.
    fn within_limits(&mut self) -> Result<(), Stop> {
        self.reach(0)
    }

    /// The same with `more` levels below this place.
    fn reach(&mut self, more: u32) -> Result<(), Stop> {
        let depth = self.outer_depth + self.here.depth() + more;
        let chain = self.outer_chain + self.here.chain;
        self.deepest.depth = self.deepest.depth.max(depth);
        self.deepest.chain = self.deepest.chain.max(chain);
        let repeated = if self.trials < 2 { 0 } else { 1 << (2 * self.trials.min(14)) };
        self.work = self.work.saturating_add(depth.saturating_sub(FREE_DEPTH)).saturating_add(repeated);
        if depth > MAX_DEPTH {
            Err(Stop::Beyond(Excess::Depth))
        } else if self.work > MAX_WORK {
            Err(Stop::Beyond(Excess::Work))
        } else if chain > MAX_CHAIN {
            Err(Stop::Beyond(Excess::Chain))
        } else {
            Ok(())
        }
    }

    /// The bound for a text that cannot be read exactly: every token may nest in the one before it.
    fn count_tokens(&self, unclear: usize) -> Result<Nesting, TooDeep> {
        let mut tokens: u32 = 0;
        let mut in_word = false;
        for &byte in self.bytes {
            let word = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..);
            if (word && !in_word) || byte.is_ascii_punctuation() {
                tokens += 1;
            }
            in_word = word;
            if tokens > MAX_TOKENS {
                return Err(TooDeep { at: unclear, excess: Excess::Unclear });
            }
        }
        Ok(Nesting { depth: tokens, chain: tokens })
    }
}

/// White space beyond ASCII.
fn is_blank(ch: char) -> bool {
    ch.is_whitespace() || ch == '\u{feff}'
}
