//! The instruction set, as one table from which the enum, the operand walk and the documentation come.
//!
//! An instruction is eight bytes: a tag and operands. It reads its operands before it writes a result, so that any of
//! them may be the same register. Registers are a window of 256 values, so that an `u8` operand
//! needs no bounds check; locals beyond the window live in *wide* registers that only [`Op::LoadWide`] and
//! [`Op::StoreWide`] reach.

/// A register of the current frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg(pub u8);

/// A jump distance, counted in instructions from the jumping instruction itself. Negative distances are loops: the
/// machine charges fuel and may stop there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Jump(pub i32);

/// Index into [`Program::constants`](crate::Program::constants).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ConstIndex(pub u32);

/// Index into [`Program::sites`](crate::Program::sites): a property name together with an inline cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Site(pub u32);

/// Index into [`Program::functions`](crate::Program::functions).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FunctionIndex(pub u32);

/// Index into [`Program::object_templates`](crate::Program::object_templates).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TemplateIndex(pub u32);

/// Index into the captured cells of the running function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CaptureIndex(pub u16);

/// Index of a register beyond the 256-register window, counted from the start of the frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WideReg(pub u32);

/// One operand of an instruction, as seen by the verifier and other generic walks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Operand {
    Reg(Reg),
    Jump(Jump),
    Const(ConstIndex),
    Site(Site),
    Function(FunctionIndex),
    Template(TemplateIndex),
    Capture(CaptureIndex),
    Wide(WideReg),
    Immediate(i64),
}

trait AsOperand {
    fn as_operand(&self) -> Operand;
}

macro_rules! as_operand {
    ($($type:ty => $variant:ident),* $(,)?) => {
        $(impl AsOperand for $type {
            fn as_operand(&self) -> Operand {
                Operand::$variant(*self)
            }
        })*
    };
}

as_operand! {
    Reg => Reg, Jump => Jump, ConstIndex => Const, Site => Site, FunctionIndex => Function,
    TemplateIndex => Template, CaptureIndex => Capture, WideReg => Wide,
}

macro_rules! as_immediate {
    ($($type:ty),*) => {
        $(impl AsOperand for $type {
            fn as_operand(&self) -> Operand {
                Operand::Immediate(i64::from(*self))
            }
        })*
    };
}

as_immediate!(u8, u16, i16, u32, i32);

impl AsOperand for ErrorClass {
    fn as_operand(&self) -> Operand {
        Operand::Immediate(*self as i64)
    }
}

impl AsOperand for NamePrefix {
    fn as_operand(&self) -> Operand {
        Operand::Immediate(*self as i64)
    }
}

/// The class of an error that an instruction throws by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum ErrorClass {
    Type,
    Reference,
    Range,
    Syntax,
}

/// What stands before the name of a function (ECMA-262 SetFunctionName).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum NamePrefix {
    None,
    Get,
    Set,
}

macro_rules! ops {
    ($( $(#[$doc:meta])* $name:ident { $($field:ident : $type:ty),* $(,)? } )*) => {
        /// One instruction. See the module documentation for the conventions.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum Op {
            $( $(#[$doc])* $name { $($field: $type),* }, )*
        }

        impl Op {
            /// The name of the instruction.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self { $( Op::$name { .. } => stringify!($name), )* }
            }

            /// Calls `visit` with the name and the value of every operand, in the order of the table.
            pub fn for_each_operand(&self, mut visit: impl FnMut(&'static str, Operand)) {
                let _ = &mut visit;
                match self {
                    $( Op::$name { $($field),* } => { $( visit(stringify!($field), $field.as_operand()); )* } )*
                }
            }
        }
    };
}

ops! {
    // ── Loads and moves ────────────────────────────────────────────────────────────────────────────────────────────
    /// `dst = constant`
    LoadConst { dst: Reg, index: ConstIndex }
    /// `dst = value` as a 32-bit integer.
    LoadInt { dst: Reg, value: i32 }
    LoadUndefined { dst: Reg }
    LoadNull { dst: Reg }
    LoadTrue { dst: Reg }
    LoadFalse { dst: Reg }
    /// Marks `dst` as a binding in its temporal dead zone.
    LoadUninit { dst: Reg }
    Move { dst: Reg, src: Reg }
    /// Reads a register beyond the window.
    LoadWide { dst: Reg, wide: WideReg }
    /// Writes a register beyond the window.
    StoreWide { wide: WideReg, src: Reg }
    /// `dst = this` of the frame. (Arrow functions capture a variable instead; see the compiler.)
    LoadThis { dst: Reg }
    /// `dst = new.target` of the frame, or undefined.
    LoadNewTarget { dst: Reg }
    /// `dst =` the running function object.
    LoadCallee { dst: Reg }
    /// `dst =` the home object of the function object in `func` (for `super.x`).
    LoadHomeObject { dst: Reg, func: Reg }
    /// The unmapped arguments object of the call. Valid only in functions with `USES_ARGUMENTS`.
    CreateArguments { dst: Reg }
    /// The array of arguments from `start` on. Valid only in functions with `USES_ARGUMENTS`.
    CreateRest { dst: Reg, start: u32 }

    // ── Bindings ───────────────────────────────────────────────────────────────────────────────────────────────────
    /// Throws a ReferenceError when `src` is in its dead zone.
    CheckTdz { src: Reg, name: ConstIndex }
    /// Throws a ReferenceError when `src` (the `this` variable of a derived constructor) is not yet bound.
    CheckThis { src: Reg }
    /// Throws a ReferenceError when `src` is already bound (`super()` called twice).
    CheckThisUnbound { src: Reg }
    /// `dst =` a new cell in its dead zone.
    NewCell { dst: Reg }
    /// `dst =` a new cell that holds `src`. `src` may be `dst`.
    NewCellWith { dst: Reg, src: Reg }
    /// `dst =` contents of the cell in register `cell`.
    LoadCell { dst: Reg, cell: Reg }
    LoadCellChecked { dst: Reg, cell: Reg, name: ConstIndex }
    StoreCell { cell: Reg, src: Reg }
    /// Throws a ReferenceError when the cell is in its dead zone.
    StoreCellChecked { cell: Reg, src: Reg, name: ConstIndex }
    /// `dst =` contents of a captured cell.
    LoadCapture { dst: Reg, index: CaptureIndex }
    LoadCaptureChecked { dst: Reg, index: CaptureIndex, name: ConstIndex }
    StoreCapture { index: CaptureIndex, src: Reg }
    StoreCaptureChecked { index: CaptureIndex, src: Reg, name: ConstIndex }
    /// Property of the global object; ReferenceError when there is none.
    LoadGlobal { dst: Reg, site: Site }
    /// As `LoadGlobal`, undefined when there is none (`typeof x`).
    LoadGlobalOrUndefined { dst: Reg, site: Site }
    /// Assigns an existing property of the global object; ReferenceError when there is none.
    StoreGlobal { src: Reg, site: Site }

    // ── Arithmetic ─────────────────────────────────────────────────────────────────────────────────────────────────
    Add { dst: Reg, lhs: Reg, rhs: Reg }
    Sub { dst: Reg, lhs: Reg, rhs: Reg }
    Mul { dst: Reg, lhs: Reg, rhs: Reg }
    Div { dst: Reg, lhs: Reg, rhs: Reg }
    Mod { dst: Reg, lhs: Reg, rhs: Reg }
    Exp { dst: Reg, lhs: Reg, rhs: Reg }
    BitAnd { dst: Reg, lhs: Reg, rhs: Reg }
    BitOr { dst: Reg, lhs: Reg, rhs: Reg }
    BitXor { dst: Reg, lhs: Reg, rhs: Reg }
    Shl { dst: Reg, lhs: Reg, rhs: Reg }
    Shr { dst: Reg, lhs: Reg, rhs: Reg }
    UShr { dst: Reg, lhs: Reg, rhs: Reg }
    /// `dst = lhs + imm`: a number literal on the right.
    AddInt { dst: Reg, lhs: Reg, imm: i32 }
    SubInt { dst: Reg, lhs: Reg, imm: i32 }
    MulInt { dst: Reg, lhs: Reg, imm: i32 }
    DivInt { dst: Reg, lhs: Reg, imm: i32 }
    ModInt { dst: Reg, lhs: Reg, imm: i32 }
    BitAndInt { dst: Reg, lhs: Reg, imm: i32 }
    BitOrInt { dst: Reg, lhs: Reg, imm: i32 }
    ShlInt { dst: Reg, lhs: Reg, imm: i32 }
    ShrInt { dst: Reg, lhs: Reg, imm: i32 }
    UShrInt { dst: Reg, lhs: Reg, imm: i32 }
    Neg { dst: Reg, src: Reg }
    BitNot { dst: Reg, src: Reg }
    /// Unary plus.
    ToNumber { dst: Reg, src: Reg }
    /// ToNumeric: the old value of a postfix `++`.
    ToNumeric { dst: Reg, src: Reg }
    /// `dst = ToNumeric(src) + 1`
    Inc { dst: Reg, src: Reg }
    Dec { dst: Reg, src: Reg }
    Not { dst: Reg, src: Reg }
    TypeOf { dst: Reg, src: Reg }
    /// ToPropertyKey, once, before the key is used twice or its value is needed later. A primitive that names the same
    /// property whenever it is converted (numbers above all) may stay as it is.
    ToPropertyKey { dst: Reg, src: Reg }
    /// `dst = ToPropertyKey(key)` after RequireObjectCoercible of `obj`: the key of `obj[key] += …`, which is read and
    /// then written. Numbers, strings and symbols stay as they are.
    ToElemKey { dst: Reg, obj: Reg, key: Reg }
    /// ToString, as template literals do (a Symbol throws).
    ToString { dst: Reg, src: Reg }
    /// `dst =` the concatenation of the `count` values from `first` on, each through ToString from left to right
    /// (template literals; a Symbol throws).
    Concat { dst: Reg, first: Reg, count: u8 }

    // ── Comparison ─────────────────────────────────────────────────────────────────────────────────────────────────
    Equal { dst: Reg, lhs: Reg, rhs: Reg }
    NotEqual { dst: Reg, lhs: Reg, rhs: Reg }
    StrictEqual { dst: Reg, lhs: Reg, rhs: Reg }
    StrictNotEqual { dst: Reg, lhs: Reg, rhs: Reg }
    Less { dst: Reg, lhs: Reg, rhs: Reg }
    LessEqual { dst: Reg, lhs: Reg, rhs: Reg }
    Greater { dst: Reg, lhs: Reg, rhs: Reg }
    GreaterEqual { dst: Reg, lhs: Reg, rhs: Reg }
    InstanceOf { dst: Reg, lhs: Reg, rhs: Reg }
    /// `lhs in rhs`
    In { dst: Reg, lhs: Reg, rhs: Reg }

    // ── Jumps ──────────────────────────────────────────────────────────────────────────────────────────────────────
    Jump { to: Jump }
    JumpIfTrue { cond: Reg, to: Jump }
    JumpIfFalse { cond: Reg, to: Jump }
    /// Jumps when `src` is null or undefined.
    JumpIfNullish { src: Reg, to: Jump }
    JumpIfNotNullish { src: Reg, to: Jump }
    JumpIfUndefined { src: Reg, to: Jump }
    JumpIfNotUndefined { src: Reg, to: Jump }
    JumpIfLess { lhs: Reg, rhs: Reg, to: Jump }
    /// Jumps when `lhs < rhs` is false (also for NaN).
    JumpIfNotLess { lhs: Reg, rhs: Reg, to: Jump }
    JumpIfLessEqual { lhs: Reg, rhs: Reg, to: Jump }
    JumpIfNotLessEqual { lhs: Reg, rhs: Reg, to: Jump }
    JumpIfGreater { lhs: Reg, rhs: Reg, to: Jump }
    JumpIfNotGreater { lhs: Reg, rhs: Reg, to: Jump }
    JumpIfGreaterEqual { lhs: Reg, rhs: Reg, to: Jump }
    JumpIfNotGreaterEqual { lhs: Reg, rhs: Reg, to: Jump }
    JumpIfStrictEqual { lhs: Reg, rhs: Reg, to: Jump }
    JumpIfStrictNotEqual { lhs: Reg, rhs: Reg, to: Jump }
    JumpIfEqual { lhs: Reg, rhs: Reg, to: Jump }
    JumpIfNotEqual { lhs: Reg, rhs: Reg, to: Jump }
    JumpIfLessInt { lhs: Reg, imm: i16, to: Jump }
    JumpIfNotLessInt { lhs: Reg, imm: i16, to: Jump }
    JumpIfLessEqualInt { lhs: Reg, imm: i16, to: Jump }
    JumpIfNotLessEqualInt { lhs: Reg, imm: i16, to: Jump }
    JumpIfGreaterInt { lhs: Reg, imm: i16, to: Jump }
    JumpIfNotGreaterInt { lhs: Reg, imm: i16, to: Jump }
    JumpIfGreaterEqualInt { lhs: Reg, imm: i16, to: Jump }
    JumpIfNotGreaterEqualInt { lhs: Reg, imm: i16, to: Jump }
    JumpIfStrictEqualInt { lhs: Reg, imm: i16, to: Jump }
    JumpIfStrictNotEqualInt { lhs: Reg, imm: i16, to: Jump }
    /// Jumps by `table[src]` for an integer `src` in `0..count`: the next `count` instructions are `Jump`s. Used to
    /// leave a `finally` block by the way it was entered.
    JumpTable { src: Reg, count: u32 }

    // ── Properties ─────────────────────────────────────────────────────────────────────────────────────────────────
    /// `dst = obj.name`
    GetProp { dst: Reg, obj: Reg, site: Site }
    /// `dst = obj.length`
    GetLength { dst: Reg, obj: Reg, site: Site }
    /// `base = obj.name; base+1 = obj`: prepares a method call.
    GetMethod { base: Reg, obj: Reg, site: Site }
    /// `obj.name = src` (strict: a refused write throws)
    SetProp { obj: Reg, src: Reg, site: Site }
    /// `dst = obj[key]`
    GetElem { dst: Reg, obj: Reg, key: Reg }
    /// `dst = obj[index]`: a small integer literal as the key.
    GetElemInt { dst: Reg, obj: Reg, index: u16 }
    /// `base = obj[key]; base+1 = obj`
    GetElemMethod { base: Reg, obj: Reg, key: Reg }
    SetElem { obj: Reg, key: Reg, src: Reg }
    /// `dst = delete obj[key]` (strict: refusal throws)
    DeleteElem { dst: Reg, obj: Reg, key: Reg }
    /// `dst = super[key]`: a property of `base` (from `GetParent`) with the given receiver.
    GetSuper { dst: Reg, base: Reg, key: Reg, this: Reg }
    SetSuper { base: Reg, key: Reg, this: Reg, src: Reg }
    /// Throws a TypeError when `src` is null or undefined (object patterns, computed access).
    RequireObjectCoercible { src: Reg }
    /// `dst =` a new private name with the description `name` (class evaluation).
    NewPrivateName { dst: Reg, name: ConstIndex }
    GetPrivate { dst: Reg, obj: Reg, name: Reg }
    SetPrivate { obj: Reg, name: Reg, src: Reg }
    /// PrivateFieldAdd
    DefinePrivateField { obj: Reg, name: Reg, src: Reg }
    /// PrivateMethodOrAccessorAdd of a method.
    DefinePrivateMethod { obj: Reg, name: Reg, func: Reg }
    /// PrivateMethodOrAccessorAdd; `get` or `set` hold undefined when absent.
    DefinePrivateAccessor { obj: Reg, name: Reg, get: Reg, set: Reg }
    /// `dst = #name in obj`
    HasPrivate { dst: Reg, obj: Reg, name: Reg }

    // ── Object and array literals ──────────────────────────────────────────────────────────────────────────────────
    /// `dst = {}` with room for `capacity` properties.
    NewObject { dst: Reg, capacity: u32 }
    /// An object with the keys of the template, its values in consecutive registers from `first` on.
    NewObjectFrom { dst: Reg, first: Reg, template: TemplateIndex }
    /// CreateDataProperty with a constant name.
    DefineField { obj: Reg, src: Reg, site: Site }
    /// CreateDataPropertyOrThrow with a computed key (also class fields).
    DefineElem { obj: Reg, key: Reg, src: Reg }
    /// A method or accessor: `enumerable` is 0 in classes. All three do ToPropertyKey of `key` and set the home object
    /// of `func`. None sets the name of `func` (see `SetFunctionName`).
    DefineMethod { obj: Reg, key: Reg, func: Reg, enumerable: u8 }
    DefineGetter { obj: Reg, key: Reg, func: Reg, enumerable: u8 }
    DefineSetter { obj: Reg, key: Reg, func: Reg, enumerable: u8 }
    /// `__proto__: src` in a literal: ignored unless `src` is an object or null.
    SetProto { obj: Reg, src: Reg }
    /// Copies the own enumerable properties of `src` (object spread). Null and undefined copy nothing.
    CopyDataProperties { obj: Reg, src: Reg }
    /// As `CopyDataProperties` without the keys in the `count` registers from `excluded` on (object rest).
    CopyDataPropertiesExcept { obj: Reg, src: Reg, excluded: Reg, count: u8 }
    NewArray { dst: Reg, capacity: u32 }
    /// An array of the `count` values from `first` on.
    NewArrayFrom { dst: Reg, first: Reg, count: u8 }
    /// Appends to an array literal under construction.
    ArrayPush { array: Reg, src: Reg }
    ArrayPushHole { array: Reg }
    /// Spreads `src` at once and jumps if it can be done without running program code; otherwise falls through to
    /// the generic loop.
    TrySpread { array: Reg, src: Reg, to: Jump }
    NewRegExp { dst: Reg, index: ConstIndex }
    /// The frozen strings array of a tagged template: one per site and execution.
    GetTemplateObject { dst: Reg, index: ConstIndex }

    // ── Functions, classes and calls ───────────────────────────────────────────────────────────────────────────────
    /// `dst =` a new function object that captures as [`FunctionCode::captures`](crate::FunctionCode) says.
    MakeClosure { dst: Reg, func: FunctionIndex }
    /// SetFunctionName on an anonymous function with a computed key.
    SetFunctionName { func: Reg, name: Reg, prefix: NamePrefix }
    /// MakeMethod: sets the home object.
    SetHomeObject { func: Reg, home: Reg }
    /// `dst =` constructor, `dst+1 =` prototype of a class without heritage.
    MakeClass { dst: Reg, func: FunctionIndex }
    /// The same with `extends heritage`.
    MakeDerivedClass { dst: Reg, heritage: Reg, func: FunctionIndex }
    /// Gives a class its field initializer: a method that is run on each new instance.
    SetFieldInitializer { class: Reg, func: Reg }
    /// Runs the field initializer of the class constructor in `class` on `this`, if it has one.
    InitFields { this: Reg, class: Reg }
    /// Calls `base` with this `base+1` and `argc` arguments from `base+2` on; the result goes to `dst`.
    Call { base: Reg, argc: u8, dst: Reg }
    /// As `Call` with `this` undefined: `base+1` is ignored.
    CallPlain { base: Reg, argc: u8, dst: Reg }
    /// As `Call`, the arguments are the elements of the (unobservable) array in `base+2`.
    CallSpread { base: Reg, dst: Reg }
    /// `new base(...)`: `base+1` is ignored, arguments from `base+2` on.
    Construct { base: Reg, argc: u8, dst: Reg }
    ConstructSpread { base: Reg, dst: Reg }
    /// `dst =` the prototype of `src`, or null: the parent of a class constructor for `super(...)`, that of a home
    /// object for `super[key]`. Whether it is of use is checked by `SuperCall`, after the arguments are evaluated, and by
    /// `GetSuper` and `SetSuper`.
    GetParent { dst: Reg, src: Reg }
    /// `super(...)`: constructs `base` with `new_target`, arguments from `base+2` on.
    SuperCall { base: Reg, argc: u8, dst: Reg, new_target: Reg }
    SuperCallSpread { base: Reg, dst: Reg, new_target: Reg }
    /// Ends the call. In constructors the machine applies the return rules of \[\[Construct\]\]; derived constructors
    /// return their `this` variable explicitly through `ReturnDerived`.
    Return { src: Reg }
    ReturnUndefined { }
    /// Return from a derived constructor: `src` when it is an object, `this` when `src` is undefined (checked to be
    /// bound), else TypeError.
    ReturnDerived { src: Reg, this: Reg }
    Throw { src: Reg }
    /// Throws an error made from a constant message.
    ThrowError { class: ErrorClass, message: ConstIndex }
    /// TypeError: assignment to the constant `name`.
    ThrowConstAssign { name: ConstIndex }
    /// TypeError when `src` is not an object: result of an iterator method, named by `what`.
    ThrowIfNotObject { src: Reg, what: ConstIndex }
    /// Calls the machine operation `id` of the prelude directly. Emitted only for the prelude.
    Intrinsic { dst: Reg, id: u16, first: Reg, argc: u8 }

    // ── Iteration ──────────────────────────────────────────────────────────────────────────────────────────────────
    /// GetIterator(sync). Uses three registers: `iter` the iterator, `iter+1` its next method, `iter+2` its state
    /// (true when done; arrays that iterate without program code use private marks there).
    GetIterator { iter: Reg, src: Reg }
    /// As `GetIterator`, but `iter` and `iter+1` always hold a real iterator and its next method (`yield*`).
    GetIteratorObject { iter: Reg, src: Reg }
    /// GetIterator(async), the same registers.
    GetAsyncIterator { iter: Reg, src: Reg }
    /// IteratorStepValue: the next value into `dst`, or jumps and marks the iterator done. A throw marks it done. An
    /// iterator that is done already jumps at once (`dst` is not written).
    IteratorNext { dst: Reg, iter: Reg, done: Jump }
    /// For patterns: the next value, or undefined once the iterator is done.
    IteratorStep { dst: Reg, iter: Reg }
    /// IteratorClose for a normal completion: calls `return` unless done; a non-object result is a TypeError. The
    /// iterator is marked done *before* `return` is called, so that a handler around it does not close it again.
    IteratorClose { iter: Reg }
    /// IteratorClose for a throw completion: nothing when done, errors of `return` are dropped.
    IteratorCloseSilent { iter: Reg }
    /// Calls the next method of an iterator with `arg`; the raw result goes to `dst` (async iteration, `yield*`).
    CallIteratorNext { dst: Reg, iter: Reg, arg: Reg }
    /// Takes an iterator result apart: jumps when it is done (its value in `dst` too), TypeError if it is no object.
    IteratorUnpack { dst: Reg, result: Reg, done: Jump }
    /// `dst =` a for-in enumeration of `obj` (null and undefined enumerate nothing).
    ForInStart { dst: Reg, obj: Reg }
    ForInNext { dst: Reg, iter: Reg, done: Jump }

    // ── Suspension ─────────────────────────────────────────────────────────────────────────────────────────────────
    /// First instruction of a generator after its parameters are bound: the call returns the generator here.
    InitialYield { }
    /// Suspends with `src`. Resumed by `next`: `dst` is the argument. By `throw`: throws here. By `return`: `dst` is
    /// the argument and control goes to `on_return`.
    Yield { dst: Reg, src: Reg, on_return: Jump }
    /// `yield*`: suspends with the iterator result `src` as it is. Resumed: `dst` is the argument and `mode` 0 for
    /// next, 1 for throw, 2 for return.
    YieldDelegate { dst: Reg, src: Reg, mode: Reg }
    /// Await in async functions, async generators and the program itself.
    Await { dst: Reg, src: Reg }

    // ── Explicit resource management ───────────────────────────────────────────────────────────────────────────────
    /// `dst =` a new disposal scope.
    DisposeInit { dst: Reg }
    /// AddDisposableResource; `is_async` is 1 for `await using`.
    DisposeAdd { scope: Reg, value: Reg, is_async: u8 }
    /// Takes the last resource: its method to `base`, its value to `base+1`, whether it must be awaited to `base+2`.
    /// Jumps when there is none.
    DisposeNext { scope: Reg, base: Reg, empty: Jump }
    /// `dst = new SuppressedError` of the two.
    MakeSuppressedError { dst: Reg, error: Reg, suppressed: Reg }

    /// `debugger`: nothing.
    Nop { }
}

const _: () = assert!(size_of::<Op>() == 8, "an instruction is eight bytes");

impl Op {
    /// Whether control never comes to the instruction behind it.
    #[must_use]
    pub fn is_last(&self) -> bool {
        matches!(
            self,
            Op::Return { .. }
                | Op::ReturnUndefined { .. }
                | Op::ReturnDerived { .. }
                | Op::Throw { .. }
                | Op::ThrowError { .. }
                | Op::ThrowConstAssign { .. }
                | Op::Jump { .. }
        )
    }
}
