//! The grammar of random programs: a text of rules, and the derivation of a program from it.
//!
//! ```text
//! # a comment
//! number
//!   | 0
//!   3| <number> + <number>
//!   1?async| await <number>
//! ```
//!
//! An alternative has a weight and conditions, both optional. Its text is JavaScript with marks: `<rule>` a derivation,
//! `<rule*>` some of them on lines of their own, `<rule,>` none to three with commas between, `<@label:type>` declares a
//! variable of a type (`<@label:type!>`: visible only behind the alternative), `<&label>` names it again, `<$type>` is a visible variable of that type (or a derivation of the
//! rule of that name, or of the rule in `<$type/rule>`), `<{flags>` and `<}>` are the ends of a scope, and `<nl>` is a line end.
//! The simplest alternative of a rule stands first.

use std::collections::HashMap;

use super::random::Random;
use super::tree::Node;

/// What a mark of an alternative stands for.
#[derive(Debug, Clone)]
enum Piece {
    Text(String),
    Rule(usize),
    Lines(usize),
    Commas(usize),
    Declare { label: String, kind: String, is_late: bool },
    Again(String),
    Use { kind: String, otherwise: usize },
    Open(Vec<String>),
    Close,
}

#[derive(Debug)]
struct Alternative {
    weight: u32,
    conditions: Vec<String>,
    pieces: Vec<Piece>,
    /// The least depth of a derivation.
    depth: u32,
}

#[derive(Debug)]
struct Rule {
    name: String,
    alternatives: Vec<Alternative>,
}

/// A parsed grammar.
#[derive(Debug)]
pub struct Grammar {
    rules: Vec<Rule>,
}

const UNKNOWN: u32 = u32::MAX;

impl Grammar {
    /// Reads the rules of several files.
    pub fn parse(files: &[&str]) -> Result<Grammar, String> {
        let lines = || files.iter().flat_map(|file| file.lines());
        let mut names = HashMap::new();
        for line in lines() {
            if is_rule_name(line) {
                let next = names.len();
                if names.insert(line.trim().to_owned(), next).is_some() {
                    return Err(format!("the rule {line} stands there twice"));
                }
            }
        }
        let mut rules: Vec<Rule> = Vec::new();
        for line in lines() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            if is_rule_name(line) {
                rules.push(Rule { name: line.trim().to_owned(), alternatives: Vec::new() });
                continue;
            }
            let Some(rule) = rules.last_mut() else { return Err(format!("no rule before {line}")) };
            let (head, text) = line.split_once('|').ok_or_else(|| format!("no bar in {line}"))?;
            let mut parts = head.trim().split('?');
            let weight = parts.next().filter(|text| !text.is_empty());
            let weight = weight.map_or(Ok(2), str::parse).map_err(|_| format!("no weight: {line}"))?;
            let conditions = parts.map(str::to_owned).collect();
            let text = text.strip_prefix(' ').unwrap_or(text);
            let pieces = pieces(text, &names).map_err(|message| format!("{message} in {line}"))?;
            rule.alternatives.push(Alternative { weight, conditions, pieces, depth: UNKNOWN });
        }
        let mut grammar = Grammar { rules };
        grammar.measure()?;
        Ok(grammar)
    }

    /// The number of a rule.
    pub fn rule(&self, name: &str) -> Result<usize, String> {
        self.rules.iter().position(|rule| rule.name == name).ok_or_else(|| format!("no rule {name}"))
    }

    fn least(&self, rule: usize) -> u32 {
        self.rules.get(rule).map_or(UNKNOWN, |rule| {
            let free = rule.alternatives.iter().filter(|alternative| alternative.conditions.is_empty());
            free.map(|alternative| alternative.depth).min().unwrap_or(UNKNOWN)
        })
    }

    /// The least depth of every alternative.
    fn measure(&mut self) -> Result<(), String> {
        loop {
            let mut updates = Vec::new();
            for (index, rule) in self.rules.iter().enumerate() {
                for (at, alternative) in rule.alternatives.iter().enumerate() {
                    let depth = alternative.pieces.iter().try_fold(0u32, |deepest, piece| {
                        let own = match piece {
                            Piece::Rule(rule) | Piece::Lines(rule) => self.least(*rule).checked_add(1)?,
                            Piece::Use { otherwise, .. } => self.least(*otherwise).checked_add(1)?,
                            _ => 0,
                        };
                        Some(deepest.max(own))
                    });
                    if let Some(depth) = depth
                        && depth < alternative.depth
                    {
                        updates.push((index, at, depth));
                    }
                }
            }
            if updates.is_empty() {
                break;
            }
            for (index, at, depth) in updates {
                if let Some(alternative) = self.rules.get_mut(index).and_then(|rule| rule.alternatives.get_mut(at)) {
                    alternative.depth = depth;
                }
            }
        }
        match (0..self.rules.len()).find(|rule| self.least(*rule) == UNKNOWN) {
            Some(rule) => Err(format!("the rule {} never ends", self.rules.get(rule).map_or("", |rule| &rule.name))),
            None => Ok(()),
        }
    }

    /// The simplest derivation of a rule.
    pub fn simplest(&self, rule: usize) -> Node {
        let mut derivation = Derivation::new(self, Random::new(0), 0);
        derivation.is_simplest = true;
        derivation.derive(rule, 0)
    }
}

fn is_rule_name(line: &str) -> bool {
    line.starts_with(|c: char| c.is_ascii_alphabetic())
}

fn pieces(text: &str, names: &HashMap<String, usize>) -> Result<Vec<Piece>, String> {
    let rule = |name: &str| names.get(name).copied().ok_or_else(|| format!("no rule {name}"));
    let mut out = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, from) = rest.split_at(at);
        plain.push_str(before);
        // `(?<name>` and `$<name>` are JavaScript.
        let is_group = plain.ends_with(['?', '$']);
        let mark =
            from.get(1..).filter(|_| !is_group).and_then(|inner| inner.split_once('>')).map(|(mark, _)| mark).filter(
                |mark| {
                    mark.starts_with(|c: char| c.is_ascii_lowercase() || "@&${}".contains(c))
                        && !mark.contains(|c: char| c.is_whitespace() || "(;".contains(c))
                },
            );
        let Some(mark) = mark else {
            plain.push('<');
            rest = from.get(1..).unwrap_or_default();
            continue;
        };
        rest = from.get(mark.len() + 2..).unwrap_or_default();
        if mark == "nl" {
            plain.push('\n');
            continue;
        }
        if !plain.is_empty() {
            out.push(Piece::Text(std::mem::take(&mut plain)));
        }
        out.push(if let Some(inner) = mark.strip_prefix('@') {
            let (label, kind) = inner.split_once(':').ok_or("a declaration needs a type")?;
            let (kind, is_late) = kind.strip_suffix('!').map_or((kind, false), |kind| (kind, true));
            Piece::Declare { label: label.to_owned(), kind: kind.to_owned(), is_late }
        } else if let Some(label) = mark.strip_prefix('&') {
            Piece::Again(label.to_owned())
        } else if let Some(kind) = mark.strip_prefix('$') {
            let (kind, otherwise) = kind.split_once('/').unwrap_or((kind, kind));
            Piece::Use { kind: kind.to_owned(), otherwise: rule(otherwise)? }
        } else if let Some(flags) = mark.strip_prefix('{') {
            Piece::Open(flags.split(',').filter(|flag| !flag.is_empty()).map(str::to_owned).collect())
        } else if mark == "}" {
            Piece::Close
        } else if let Some(name) = mark.strip_suffix('*') {
            Piece::Lines(rule(name)?)
        } else if let Some(name) = mark.strip_suffix(',') {
            Piece::Commas(rule(name)?)
        } else {
            Piece::Rule(rule(mark)?)
        });
    }
    plain.push_str(rest);
    if !plain.is_empty() {
        out.push(Piece::Text(plain));
    }
    Ok(out)
}

#[derive(Debug, Default)]
struct Scope {
    variables: Vec<(String, String)>,
    flags: Vec<String>,
    /// Labels, `break`, `yield` and `await` do not reach through.
    is_function: bool,
}

/// One program in the making.
pub struct Derivation<'a> {
    grammar: &'a Grammar,
    random: Random,
    scopes: Vec<Scope>,
    names: usize,
    nodes: usize,
    largest: usize,
    is_simplest: bool,
    /// Rules and alternatives this program is fond of, so that programs differ more from each other.
    taste: u64,
}

impl<'a> Derivation<'a> {
    pub fn new(grammar: &'a Grammar, mut random: Random, largest: usize) -> Derivation<'a> {
        let taste = random.next();
        let scopes = vec![Scope::default()];
        Derivation { grammar, random, scopes, names: 0, nodes: 0, largest, is_simplest: false, taste }
    }

    fn holds(&self, condition: &str) -> bool {
        for scope in self.scopes.iter().rev() {
            if condition == "label" && scope.variables.iter().any(|(_, kind)| kind == "label") {
                return true;
            }
            if scope.flags.iter().any(|flag| flag == condition) {
                return true;
            }
            if scope.is_function {
                return false;
            }
        }
        false
    }

    fn weight(&self, rule: usize, at: usize, weight: u32) -> u32 {
        let mixed = (self.taste ^ (rule as u64 * 131 + at as u64)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60;
        match mixed {
            0..=4 => weight,
            5..=9 => weight * 4,
            10..=12 => weight * 24,
            _ => weight * 10,
        }
    }

    /// Derives a rule; `depth` bounds the nesting.
    pub fn derive(&mut self, rule: usize, depth: u32) -> Node {
        self.nodes += 1;
        let Some(found) = self.grammar.rules.get(rule) else { return Node::Text(String::new()) };
        let least = self.grammar.least(rule);
        let depth = if self.nodes > self.largest { 0 } else { depth };
        let allowed = depth.max(least);
        let mut total = 0;
        let mut choices = Vec::new();
        for (at, alternative) in found.alternatives.iter().enumerate() {
            if alternative.depth <= allowed && alternative.conditions.iter().all(|condition| self.holds(condition)) {
                let weight = self.weight(rule, at, alternative.weight);
                total += weight;
                choices.push((at, weight));
            }
        }
        let mut pick = if self.is_simplest { 0 } else { self.random.below(total as usize) as u32 };
        let mut chosen = 0;
        for (at, weight) in choices {
            chosen = at;
            if pick < weight {
                break;
            }
            pick -= weight;
        }
        let Some(alternative) = found.alternatives.get(chosen) else { return Node::Text(String::new()) };
        let mut children = Vec::with_capacity(alternative.pieces.len());
        let mut labels: Vec<(&str, String)> = Vec::new();
        let mut late = Vec::new();
        let below = depth.saturating_sub(1);
        for piece in &alternative.pieces {
            let child = match piece {
                Piece::Text(text) => Node::Text(text.clone()),
                Piece::Rule(rule) => self.derive(*rule, below),
                Piece::Lines(rule) => {
                    let count = if self.is_simplest { 0 } else { 1 + self.random.below(3) };
                    let items = (0..count).map(|_| self.derive(*rule, below)).collect();
                    Node::List { separator: "\n", items }
                }
                Piece::Commas(rule) => {
                    let count = if self.is_simplest || depth == 0 { 0 } else { self.random.below(4) };
                    let items = (0..count).map(|_| self.derive(*rule, below)).collect();
                    Node::List { separator: ", ", items }
                }
                Piece::Declare { label, kind, is_late } => {
                    self.names += 1;
                    let name = format!("{}{}", kind.chars().next().unwrap_or('v'), self.names);
                    labels.push((label, name.clone()));
                    if *is_late {
                        late.push((name.clone(), kind.clone()));
                    } else if let Some(scope) = self.scopes.last_mut() {
                        scope.variables.push((name.clone(), kind.clone()));
                    }
                    Node::Text(name)
                }
                Piece::Again(label) => {
                    let found = labels.iter().rev().find(|(own, _)| own == label);
                    Node::Text(found.map_or_else(|| format!("missing_{label}"), |(_, name)| name.clone()))
                }
                Piece::Use { kind, otherwise } => match self.visible(kind) {
                    Some(name) => Node::Rule { rule: *otherwise, children: vec![Node::Text(name)] },
                    None => self.derive(*otherwise, below),
                },
                Piece::Open(flags) => {
                    let is_function = flags.iter().any(|flag| flag == "fn");
                    self.scopes.push(Scope { variables: Vec::new(), flags: flags.clone(), is_function });
                    continue;
                }
                Piece::Close => {
                    if self.scopes.len() > 1 {
                        self.scopes.pop();
                    }
                    continue;
                }
            };
            children.push(child);
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.variables.append(&mut late);
        }
        Node::Rule { rule, children }
    }

    fn visible(&mut self, kind: &str) -> Option<String> {
        let mut names = Vec::new();
        for scope in self.scopes.iter().rev() {
            names.extend(scope.variables.iter().filter(|(_, own)| own == kind).map(|(name, _)| name));
            if scope.is_function && kind == "label" {
                break;
            }
        }
        let at = self.random.below(names.len());
        names.get(at).map(|name| (*name).clone())
    }
}
