//! A mistake in a configuration file: what it is, where it is, what to do about it.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Element, Level, Renderer, Snippet};

/// One mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    pub message: String,
    /// The bytes of the file that are wrong.
    pub span: Range<usize>,
    pub help: Option<String>,
}

impl Mistake {
    /// A mistake without advice.
    pub fn new(message: impl Into<String>, span: Range<usize>) -> Mistake {
        Mistake { message: message.into(), span, help: None }
    }

    /// Adds what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Mistake {
        self.help = Some(help.into());
        self
    }

    /// The line and column of the mistake, from 1; the column counts characters.
    pub fn position(&self, text: &str) -> (usize, usize) {
        let before = text.get(..self.span.start).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }

    /// The mistake with the lines it is on.
    pub fn render(&self, text: &str, path: &str) -> String {
        let end = self.span.end.clamp(self.span.start, text.len());
        let start = self.span.start.min(end);
        // A value over many lines is marked on its first.
        let first_line = text.get(start..end).and_then(|marked| marked.find('\n'));
        let end = first_line.map_or(end, |length| start + length);
        let marked = Snippet::source(text).path(path).annotation(AnnotationKind::Primary.span(start..end));
        let mut group = Level::ERROR.primary_title(self.message.as_str()).elements(Vec::<Element<'_>>::new());
        group = group.element(marked);
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        Renderer::styled().render(&[group]).to_string()
    }
}
