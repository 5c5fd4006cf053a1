//! A compiled program: functions over one flat instruction list, with the tables they refer to.

use std::sync::Arc;

use crate::{Op, Span, SpanEntry};

/// What the compiler hands to the machine. Immutable; shared by executions through an [`Arc`].
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// The source as submitted. Spans are byte offsets into it.
    pub source: Arc<str>,
    /// A name for the source in stack frames, such as a file name.
    pub name: Arc<str>,
    /// The instructions of all functions, one after the other.
    pub ops: Vec<Op>,
    /// Function 0 is the program itself.
    pub functions: Vec<FunctionCode>,
    /// Literals.
    pub constants: Vec<Constant>,
    /// Property names with inline caches: each site is used by one instruction.
    pub sites: Vec<PropertySite>,
    /// Key lists of object literals.
    pub object_templates: Vec<ObjectTemplate>,
    /// From instruction to source, sorted by instruction.
    pub spans: Vec<SpanEntry>,
    /// Set for the prelude: its functions appear as built-ins (`[native code]`, no frames in stack traces).
    pub is_builtin: bool,
    /// Top-level bindings that live in the session the program was compiled for. Empty for programs outside of one.
    pub session: Vec<SessionBinding>,
}

/// A top-level binding of a program in a session: the machine puts its cell into a register before the program starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionBinding {
    /// Its name.
    pub name: Arc<str>,
    /// The register (wide ones included) of function 0 that holds the cell.
    pub register: u32,
    /// What the program does with it.
    pub role: SessionRole,
}

/// How a program of a session came by a binding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionRole {
    /// An earlier program declared it.
    Uses,
    /// `var`, functions and the like: undefined until assigned.
    Variable,
    /// `let` and classes: in their dead zone until initialised.
    Lexical,
    /// `const`: as `Lexical`, and assignments throw.
    Constant,
}

/// A literal. Strings of property names and of values are alike.
#[derive(Debug, Clone, PartialEq)]
pub enum Constant {
    /// A number that does not fit `LoadInt`.
    Number(f64),
    /// A string without lone surrogates.
    String(Arc<str>),
    /// A string with lone surrogates, as UTF-16 code units.
    Utf16(Arc<[u16]>),
    /// A BigInt literal as decimal digits.
    BigInt(Arc<str>),
    /// A regular expression literal.
    RegExp {
        /// Text between the slashes.
        pattern: Arc<str>,
        /// Text after the second slash.
        flags: Arc<str>,
    },
    /// Strings of a tagged template. `cooked` has `None` where an escape is invalid. Indices of string constants.
    Template {
        /// Cooked strings.
        cooked: Vec<Option<u32>>,
        /// Raw strings.
        raw: Vec<u32>,
    },
}

/// A property name at one place of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PropertySite {
    /// Index of a string constant: the property name. Canonical array indices are allowed.
    pub name: u32,
}

/// Keys of an object literal in order: distinct string constants, none a canonical array index or `__proto__`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectTemplate {
    /// Indices of string constants.
    pub keys: Vec<u32>,
}

/// What kind of function a body is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FunctionKind {
    /// `function f() {}`: callable and constructor.
    Normal,
    /// `() => …`: no `this`, not a constructor.
    Arrow,
    /// Methods, accessors, field initializers: not constructors.
    Method,
    /// Constructor of a class without heritage.
    ClassConstructor,
    /// Constructor of a class with heritage.
    DerivedConstructor,
}

/// How the body of a function suspends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Suspends {
    Never,
    Generator,
    Async,
    AsyncGenerator,
}

/// Where a closure finds a cell when it is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaptureSource {
    /// The cell in a register (wide registers included) of the function that makes the closure.
    Register(u32),
    /// The captured cell with this index of the function that makes the closure.
    Capture(u16),
}

/// One function.
#[derive(Debug, Clone)]
pub struct FunctionCode {
    /// The `name` property: index of a string constant.
    pub name: u32,
    /// The `length` property.
    pub length: u32,
    /// Parameters that arrive in registers `0..parameters`. Missing arguments are undefined.
    pub parameters: u32,
    /// Size of the frame in registers, wide ones included. All registers that are not parameters start as undefined.
    pub registers: u32,
    /// First instruction in [`Program::ops`].
    pub start: u32,
    /// Number of instructions.
    pub len: u32,
    #[allow(missing_docs)]
    pub kind: FunctionKind,
    #[allow(missing_docs)]
    pub suspends: Suspends,
    /// The body uses `arguments` or a rest parameter, so that the machine keeps the arguments of the call.
    pub uses_arguments: bool,
    /// Cells to capture when a closure is made.
    pub captures: Vec<CaptureSource>,
    /// Exception handlers, innermost first.
    pub handlers: Vec<Handler>,
    /// The text of the function in the source (`Function.prototype.toString`).
    pub text: Span,
    /// Names of registers, for diagnostics, in order of declaration.
    pub variables: Vec<VariableName>,
    /// Names of the captured cells, for diagnostics: string constants.
    pub capture_names: Vec<u32>,
}

/// The name of a register from one instruction on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VariableName {
    /// The register; it may hold a cell.
    pub register: u32,
    /// Index of a string constant.
    pub name: u32,
    /// First instruction, counted from the start of the function.
    pub start: u32,
}

/// An exception handler: a throw at an instruction in `start..end` goes to `target` with the value in `value`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Handler {
    /// First covered instruction, counted from the start of the function.
    pub start: u32,
    /// End of the covered instructions (exclusive).
    pub end: u32,
    /// Where control goes.
    pub target: u32,
    /// Register that gets the thrown value.
    pub value: u8,
}
