//! What a word contributes to nesting.

/// The part that a word plays in the scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// A name or a literal word: an operand.
    Name,
    /// A name that may also continue what stands before it, so that a line break around it ends nothing.
    Contextual,
    /// A name that may also modify what follows, so that a line break after it ends nothing.
    Modifier,
    /// The same, and each use may nest: `keyof keyof T`.
    ContextualPrefix,
    /// The same, and it links two operands: `x as T`.
    ContextualLink,
    /// `typeof x`: nests.
    Prefix,
    /// `a in b`: links two operands.
    Link,
    /// `if`, `for`, `with`: a parenthesis follows, then a statement.
    Head,
    /// `while`, which may also end a `do`.
    While,
    /// `do`: a statement follows.
    Do,
    /// `else`: a statement follows.
    Else,
    /// `case`, `default`: everything before it in the block is over.
    Case,
    /// `of`: links two operands, or is a name.
    Of,
    /// `throw`: an operand follows.
    Throw,
    /// `return`: an operand may follow on the same line.
    Return,
    /// `break`, `continue`, `debugger`: a statement that ends with the line.
    Jump,
    /// `const`, `function`, `try`, …: begins a statement or an operand; no operand follows at once.
    Starter,
}

/// Classifies an ASCII word.
pub(super) fn classify(word: &[u8]) -> Word {
    match word {
        b"typeof" | b"void" | b"delete" | b"await" | b"yield" | b"new" | b"extends" => Word::Prefix,
        b"in" | b"instanceof" => Word::Link,
        b"as" | b"satisfies" | b"is" => Word::ContextualLink,
        b"of" => Word::Of,
        b"keyof" | b"infer" | b"unique" | b"readonly" | b"asserts" => Word::ContextualPrefix,
        b"implements" | b"from" | b"out" | b"catch" | b"finally" => Word::Contextual,
        b"async" | b"get" | b"set" | b"static" | b"accessor" | b"declare" | b"abstract" | b"type" | b"interface"
        | b"namespace" | b"module" | b"global" | b"enum" | b"public" | b"private" | b"protected" | b"override"
        | b"using" => Word::Modifier,
        b"if" | b"for" | b"with" => Word::Head,
        b"while" => Word::While,
        b"do" => Word::Do,
        b"else" => Word::Else,
        b"case" | b"default" => Word::Case,
        b"throw" => Word::Throw,
        b"return" => Word::Return,
        b"break" | b"continue" | b"debugger" => Word::Jump,
        b"const" | b"let" | b"var" | b"import" | b"export" | b"try" | b"switch" | b"function" | b"class" => {
            Word::Starter
        }
        _ => Word::Name,
    }
}
