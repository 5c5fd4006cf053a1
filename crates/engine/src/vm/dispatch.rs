//! The dispatch loop.
//!
//! Registers of the running frame are a fixed window of 256 values, so that an operand needs no bounds check. The
//! window borrows the stack; whenever a slow path may have moved or changed it, the window is taken anew. The program
//! counter is a local; it is stored in the frame before anything that can throw, call or look at the frames.

use std::cmp::Ordering;
use std::sync::Arc;

use codemode_bytecode::{ErrorClass, FunctionKind, NamePrefix, Op, Suspends};

use super::enter::Arguments;
use super::frame::{Frame, OnReturn};
use super::property_access::MethodPart;
use super::unwind::Stop;
use super::{InlineCache, Vm};
use crate::completion::{Abort, Unwind};
use crate::heap::Heap;
use crate::heap::elements::Elements;
use crate::heap::object::ObjectKind;
use crate::heap::shape::{Attributes, ShapeId};
use crate::ops::exotic::MAX_ARRAY_LENGTH;
use crate::ops::object::Found;
use crate::ops::operator::Arithmetic;
use crate::realm::natives::Args;
use crate::value::number::to_int32;
use crate::value::{ObjectId, Value};

impl Vm {
    /// Runs frames until the one above `floor` leaves.
    #[allow(clippy::too_many_lines, clippy::cognitive_complexity)]
    // The window is taken anew after every slow path, also where nothing reads it before the next time.
    #[allow(unused_assignments)]
    pub(crate) fn execute(&mut self, floor: usize) -> Result<Value, Stop> {
        // The running program, and the one that ran before: callbacks go to and fro between the prelude and the program.
        let mut program_index = u16::MAX;
        let mut program: Arc<codemode_bytecode::Program> = self.engine.prelude.clone();
        let mut constants = 0usize;
        let mut sites = 0usize;
        let mut templates = 0usize;
        let mut other_index = u16::MAX;
        let mut other: Arc<codemode_bytecode::Program> = program.clone();
        let mut other_places = (0usize, 0usize, 0usize);
        let mut base: usize;
        let mut pc: usize;
        let mut captures: u32;

        macro_rules! internal {
            ($message:literal) => {
                return Err(Stop::Abort(Abort::Internal($message)))
            };
        }
        macro_rules! exchange {
            () => {{
                std::mem::swap(&mut program_index, &mut other_index);
                std::mem::swap(&mut program, &mut other);
                let places = (constants, sites, templates);
                (constants, sites, templates) = other_places;
                other_places = places;
            }};
        }
        macro_rules! load_frame {
            () => {{
                let Some(frame) = self.frames.last() else { internal!("no frame") };
                pc = frame.pc as usize;
                base = frame.base as usize;
                captures = frame.captures;
                let registers = frame.registers as usize;
                if frame.program == other_index {
                    exchange!();
                } else if frame.program != program_index {
                    exchange!();
                    program_index = frame.program;
                    let Some(loaded) = self.loaded.get(program_index as usize) else { internal!("unknown program") };
                    program = loaded.program.clone();
                    constants = loaded.constants as usize;
                    sites = loaded.sites as usize;
                    templates = loaded.templates as usize;
                }
                self.top = base + registers;
            }};
        }
        macro_rules! window {
            () => {
                match self.stack.get_mut(base..).and_then(|rest| rest.first_chunk_mut::<256>()) {
                    Some(window) => window,
                    None => internal!("register window out of range"),
                }
            };
        }
        macro_rules! save_pc {
            () => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.pc = pc as u32;
                }
            };
        }

        load_frame!();
        if let Some(error) = self.pending_throw.take() {
            self.unwind(Unwind::Throw(error), floor)?;
            load_frame!();
        }
        let mut regs: &mut [Value; 256] = window!();

        macro_rules! r {
            ($reg:expr) => {
                regs[$reg.0 as usize]
            };
        }
        // Goes on after frames changed.
        macro_rules! reenter {
            () => {{
                load_frame!();
                if let Some(error) = self.pending_throw.take() {
                    self.unwind(Unwind::Throw(error), floor)?;
                    load_frame!();
                }
                regs = window!();
                continue;
            }};
        }
        macro_rules! throw {
            ($unwind:expr) => {{
                let unwind = $unwind;
                self.unwind(unwind, floor)?;
                reenter!();
            }};
        }
        // The value of a slow path; the window is taken anew.
        macro_rules! slow {
            ($result:expr) => {{
                save_pc!();
                match $result {
                    Ok(value) => {
                        regs = window!();
                        value
                    }
                    Err(unwind) => throw!(unwind),
                }
            }};
        }
        // A slow path that may push a frame or move the program counter.
        macro_rules! slow_enter {
            ($result:expr) => {{
                save_pc!();
                match $result {
                    Ok(()) => reenter!(),
                    Err(unwind) => throw!(unwind),
                }
            }};
        }
        // A step that hands a value out, perhaps to Rust.
        macro_rules! leave {
            ($result:expr) => {{
                save_pc!();
                match $result {
                    Ok(Some(value)) => return Ok(value),
                    Ok(None) => reenter!(),
                    Err(Stop::Throw(error)) => throw!(Unwind::Throw(error)),
                    Err(stop) => return Err(stop),
                }
            }};
        }
        // The same after the frame was removed: the program counter is that of the caller.
        macro_rules! leave_removed {
            ($result:expr) => {{
                match $result {
                    Ok(Some(value)) => return Ok(value),
                    Ok(None) => reenter!(),
                    Err(Stop::Throw(error)) => throw!(Unwind::Throw(error)),
                    Err(stop) => return Err(stop),
                }
            }};
        }
        macro_rules! jump {
            ($to:expr) => {{
                let distance = $to.0;
                pc = (pc as i64 - 1 + i64::from(distance)) as usize;
                if distance <= 0 {
                    self.fuel += i64::from(distance) - 1;
                    if self.fuel < 0 || self.heap.wants_collection() {
                        save_pc!();
                        self.safepoint(floor)?;
                        regs = window!();
                    }
                }
            }};
        }
        macro_rules! found {
            ($found:expr, $dst:expr, $receiver:expr) => {{
                match $found {
                    Found::Value(value) => r!($dst) = value,
                    Found::Getter(get) => {
                        let receiver = $receiver;
                        slow_enter!(self.enter(get, receiver, &[], OnReturn::Register($dst.0)))
                    }
                }
            }};
        }
        macro_rules! arithmetic {
            ($dst:expr, $a:expr, $b:expr, $checked:ident, $op:tt, $slow:expr) => {{
                let (a, b) = ($a, $b);
                if let (Some(x), Some(y)) = (a.as_int(), b.as_int())
                    && let Some(result) = x.$checked(y)
                {
                    r!($dst) = Value::int(result);
                } else if let (Some(x), Some(y)) = (a.as_number(), b.as_number()) {
                    r!($dst) = Value::double(x $op y);
                } else {
                    let value = slow!($slow(self, a, b));
                    r!($dst) = value;
                }
            }};
        }
        macro_rules! mul {
            ($dst:expr, $a:expr, $b:expr) => {{
                let (a, b) = ($a, $b);
                if let (Some(x), Some(y)) = (a.as_int(), b.as_int())
                    && let Some(result) = x.checked_mul(y)
                    && (result != 0 || (x >= 0 && y >= 0))
                {
                    r!($dst) = Value::int(result);
                } else if let (Some(x), Some(y)) = (a.as_number(), b.as_number()) {
                    r!($dst) = Value::double(x * y);
                } else {
                    let value = slow!(self.arithmetic_slow(Arithmetic::Mul, a, b));
                    r!($dst) = value;
                }
            }};
        }
        macro_rules! div {
            ($dst:expr, $a:expr, $b:expr) => {{
                let (a, b) = ($a, $b);
                if let (Some(x), Some(y)) = (a.as_number(), b.as_number()) {
                    r!($dst) = Value::number(x / y);
                } else {
                    let value = slow!(self.arithmetic_slow(Arithmetic::Div, a, b));
                    r!($dst) = value;
                }
            }};
        }
        macro_rules! modulo {
            ($dst:expr, $a:expr, $b:expr) => {{
                let (a, b) = ($a, $b);
                if let (Some(x), Some(y)) = (a.as_int(), b.as_int())
                    && x >= 0
                    && y > 0
                {
                    r!($dst) = Value::int(x % y);
                } else if let (Some(x), Some(y)) = (a.as_number(), b.as_number()) {
                    // Integral doubles are taken apart without the slow floating-point remainder.
                    let value = if x > 0.0 && y > 0.0 && x < 9e15 && y < 9e15 && x.trunc() == x && y.trunc() == y {
                        Value::number(((x as u64) % (y as u64)) as f64)
                    } else {
                        Value::number(x % y)
                    };
                    r!($dst) = value;
                } else {
                    let value = slow!(self.arithmetic_slow(Arithmetic::Mod, a, b));
                    r!($dst) = value;
                }
            }};
        }
        macro_rules! bitwise {
            ($dst:expr, $a:expr, $b:expr, $kind:ident, |$x:ident, $y:ident| $result:expr) => {{
                let (a, b) = ($a, $b);
                if let (Some($x), Some($y)) = (a.as_int(), b.as_int()) {
                    r!($dst) = $result;
                } else if let (Some(x), Some(y)) = (a.as_number(), b.as_number()) {
                    let ($x, $y) = (to_int32(x), to_int32(y));
                    r!($dst) = $result;
                } else {
                    let value = slow!(self.arithmetic_slow(Arithmetic::$kind, a, b));
                    r!($dst) = value;
                }
            }};
        }
        // Whether `a op b`: numbers at once, the rest through the specification.
        macro_rules! less {
            ($a:expr, $b:expr, $op:tt, $accept:pat, $left_first:literal) => {{
                let (a, b) = ($a, $b);
                if let (Some(x), Some(y)) = (a.as_int(), b.as_int()) {
                    x $op y
                } else if let (Some(x), Some(y)) = (a.as_number(), b.as_number()) {
                    x $op y
                } else {
                    matches!(slow!(self.compare(a, b, true)), $accept)
                }
            }};
        }
        macro_rules! strict_equal {
            ($a:expr, $b:expr) => {{
                let (a, b) = ($a, $b);
                if let (Some(x), Some(y)) = (a.as_int(), b.as_int()) {
                    x == y
                } else if a == b && !a.is_double() {
                    true
                } else {
                    slow!(self.is_strictly_equal(a, b))
                }
            }};
        }
        macro_rules! truthy {
            ($value:expr) => {{
                let value = $value;
                match value.as_boolean() {
                    Some(value) => value,
                    None => self.heap.to_boolean(value),
                }
            }};
        }
        macro_rules! call {
            ($callee:expr, $this:expr, $first:expr, $argc:expr, $dst:expr) => {{
                let (callee, this, first, argc, dst) = ($callee, $this, $first, $argc, $dst);
                save_pc!();
                let Some(target) = callee.as_object() else {
                    throw!(self.not_callable_method_error(callee, Some(this)))
                };
                match &self.heap.object(target).kind {
                    ObjectKind::Function(function) => {
                        if function.program == other_index {
                            exchange!();
                        }
                        if function.program == program_index
                            && self.frames.len() < self.max_depth
                            && let Some(code) = program.functions.get(function.function as usize)
                            && code.suspends == Suspends::Never
                            && !code.uses_arguments
                            && matches!(code.kind, FunctionKind::Normal | FunctionKind::Arrow | FunctionKind::Method)
                        {
                            let place = (target, function.program, function.function, function.captures);
                            captures = function.captures;
                            match self.push_plain_frame(code, place, this, first, argc, dst) {
                                Ok(()) => {
                                    pc = code.start as usize;
                                    base = self.top - code.registers as usize;
                                    self.fuel -= 4;
                                    if self.fuel < 0 || self.heap.wants_collection() {
                                        self.safepoint(floor)?;
                                    }
                                    regs = window!();
                                    continue;
                                }
                                Err(unwind) => throw!(unwind),
                            }
                        }
                        let arguments = Arguments::Stack(first, argc);
                        match self.push_frame(target, this, arguments, OnReturn::Register(dst), Value::UNDEFINED) {
                            Ok(()) => {
                                self.fuel -= 4;
                                if self.fuel < 0 || self.heap.wants_collection() {
                                    self.safepoint(floor)?;
                                }
                                reenter!();
                            }
                            Err(unwind) => throw!(unwind),
                        }
                    }
                    ObjectKind::Native(native) => {
                        let native = *native;
                        let args = Args { start: first as u32, len: argc as u32 };
                        self.fuel -= 2;
                        match self.call_native(native, target, this, args, Value::UNDEFINED) {
                            Ok(value) => {
                                regs = window!();
                                regs[dst as usize] = value;
                                if self.fuel < 0 || self.heap.wants_collection() {
                                    self.safepoint(floor)?;
                                    regs = window!();
                                }
                            }
                            Err(Unwind::Abort(Abort::TailCall)) => {
                                if let Some(frame) = self.frames.last_mut() {
                                    frame.on_return = OnReturn::Register(dst);
                                }
                                reenter!();
                            }
                            Err(unwind) => throw!(unwind),
                        }
                    }
                    _ => {
                        let arguments = self.stack.get(first..first + argc).unwrap_or(&[]).to_vec();
                        let result = match self.is_tool(target) && !program.is_builtin {
                            true => self.call_tool(target, &arguments),
                            false => self.call(callee, this, &arguments),
                        };
                        match result {
                            Ok(value) => {
                                regs = window!();
                                regs[dst as usize] = value;
                            }
                            Err(unwind) => throw!(unwind),
                        }
                    }
                }
            }};
        }
        macro_rules! construct {
            ($callee:expr, $new_target:expr, $first:expr, $argc:expr, $dst:expr) => {{
                let (callee, new_target, first, argc, dst) = ($callee, $new_target, $first, $argc, $dst);
                save_pc!();
                let (Some(target), true) = (callee.as_object(), self.is_constructor(callee)) else {
                    throw!(self.not_constructor_error(callee))
                };
                let Some(new_target) = new_target.as_object() else { throw!(self.not_constructor_error(new_target)) };
                self.fuel -= 4;
                if let ObjectKind::Function(_) = self.heap.object(target).kind {
                    let arguments = Arguments::Stack(first, argc);
                    match self.push_constructor(target, arguments, new_target, OnReturn::Register(dst)) {
                        Ok(()) => {
                            if self.fuel < 0 || self.heap.wants_collection() {
                                self.safepoint(floor)?;
                            }
                            reenter!();
                        }
                        Err(unwind) => throw!(unwind),
                    }
                }
                let arguments = self.stack.get(first..first + argc).unwrap_or(&[]).to_vec();
                match self.construct(target, &arguments, Some(new_target)) {
                    Ok(value) => {
                        regs = window!();
                        regs[dst as usize] = value.into();
                    }
                    Err(unwind) => throw!(unwind),
                }
            }};
        }

        loop {
            let Some(&op) = program.ops.get(pc) else { internal!("program counter out of range") };
            pc += 1;
            match op {
                // ── Loads and moves ────────────────────────────────────────────────────────────────────────────────
                Op::LoadConst { dst, index } => {
                    let value = self.constants.get(constants + index.0 as usize).copied();
                    r!(dst) = value.unwrap_or(Value::UNDEFINED);
                }
                Op::LoadInt { dst, value } => r!(dst) = Value::int(value),
                Op::LoadUndefined { dst } => r!(dst) = Value::UNDEFINED,
                Op::LoadNull { dst } => r!(dst) = Value::NULL,
                Op::LoadTrue { dst } => r!(dst) = Value::TRUE,
                Op::LoadFalse { dst } => r!(dst) = Value::FALSE,
                Op::LoadUninit { dst } => r!(dst) = Value::UNINIT,
                Op::Move { dst, src } => r!(dst) = r!(src),
                Op::LoadWide { dst, wide } => {
                    let value = self.stack.get(base + wide.0 as usize).copied().unwrap_or(Value::UNDEFINED);
                    regs = window!();
                    r!(dst) = value;
                }
                Op::StoreWide { wide, src } => {
                    let value = r!(src);
                    if let Some(target) = self.stack.get_mut(base + wide.0 as usize) {
                        *target = value;
                    }
                    regs = window!();
                }
                Op::LoadThis { dst } => {
                    r!(dst) = self.frames.last().map_or(Value::UNDEFINED, |frame| frame.this);
                }
                Op::LoadNewTarget { dst } => {
                    r!(dst) = self.frames.last().map_or(Value::UNDEFINED, |frame| frame.new_target);
                }
                Op::LoadCallee { dst } => {
                    r!(dst) = self.frames.last().map_or(Value::UNDEFINED, |frame| frame.callee.into());
                }
                Op::LoadHomeObject { dst, func } => {
                    let function = r!(func).as_object();
                    let home = function.map_or(Value::UNDEFINED, |function| self.home_object(function));
                    regs = window!();
                    r!(dst) = home;
                }
                Op::CreateArguments { dst } => {
                    let value = slow!(self.create_arguments_object());
                    r!(dst) = value;
                }
                Op::CreateRest { dst, start } => {
                    let value = slow!(self.create_rest_array(start as usize));
                    r!(dst) = value;
                }

                // ── Bindings ───────────────────────────────────────────────────────────────────────────────────────
                Op::CheckTdz { src, name } => {
                    if r!(src).is_uninit() {
                        save_pc!();
                        throw!(self.dead_zone_error(constants + name.0 as usize));
                    }
                }
                Op::CheckThis { src } => {
                    if r!(src).is_uninit() {
                        save_pc!();
                        throw!(self.this_uninitialized_error());
                    }
                }
                Op::CheckThisUnbound { src } => {
                    if !r!(src).is_uninit() {
                        save_pc!();
                        throw!(self.reference_error("Super constructor may only be called once"));
                    }
                }
                Op::NewCell { dst } => r!(dst) = Value::cell(self.heap.new_cell(Value::UNINIT)),
                Op::NewCellWith { dst, src } => r!(dst) = Value::cell(self.heap.new_cell(r!(src))),
                Op::LoadCell { dst, cell } => {
                    let Some(cell) = r!(cell).as_cell() else { internal!("no cell in the register") };
                    r!(dst) = self.heap.cell(cell);
                }
                Op::LoadCellChecked { dst, cell, name } => {
                    let Some(cell) = r!(cell).as_cell() else { internal!("no cell in the register") };
                    let value = self.heap.cell(cell);
                    if value.is_uninit() {
                        save_pc!();
                        throw!(self.dead_zone_error(constants + name.0 as usize));
                    }
                    r!(dst) = value;
                }
                Op::StoreCell { cell, src } => {
                    let Some(cell) = r!(cell).as_cell() else { internal!("no cell in the register") };
                    self.heap.set_cell(cell, r!(src));
                }
                Op::StoreCellChecked { cell, src, name } => {
                    let Some(cell) = r!(cell).as_cell() else { internal!("no cell in the register") };
                    if self.heap.cell(cell).is_uninit() {
                        save_pc!();
                        throw!(self.dead_zone_error(constants + name.0 as usize));
                    }
                    self.heap.set_cell(cell, r!(src));
                }
                Op::LoadCapture { dst, index } => {
                    let cell = self.heap.slots.at(captures + u32::from(index.0));
                    let Some(cell) = cell.as_cell() else { internal!("captured no cell") };
                    r!(dst) = self.heap.cell(cell);
                }
                Op::LoadCaptureChecked { dst, index, name } => {
                    let cell = self.heap.slots.at(captures + u32::from(index.0));
                    let Some(cell) = cell.as_cell() else { internal!("captured no cell") };
                    let value = self.heap.cell(cell);
                    if value.is_uninit() {
                        save_pc!();
                        throw!(self.dead_zone_error(constants + name.0 as usize));
                    }
                    r!(dst) = value;
                }
                Op::StoreCapture { index, src } => {
                    let cell = self.heap.slots.at(captures + u32::from(index.0));
                    let Some(cell) = cell.as_cell() else { internal!("captured no cell") };
                    self.heap.set_cell(cell, r!(src));
                }
                Op::StoreCaptureChecked { index, src, name } => {
                    let cell = self.heap.slots.at(captures + u32::from(index.0));
                    let Some(cell) = cell.as_cell() else { internal!("captured no cell") };
                    if self.heap.cell(cell).is_uninit() {
                        save_pc!();
                        throw!(self.dead_zone_error(constants + name.0 as usize));
                    }
                    self.heap.set_cell(cell, r!(src));
                }
                Op::LoadGlobal { dst, site } => {
                    let site = sites + site.0 as usize;
                    let global = self.intrinsics[crate::realm::Intrinsic::Global as usize];
                    let cache = self.caches[site];
                    if cache.holder == InlineCache::OWN
                        && global != u32::MAX
                        && self.heap.object(ObjectId(global)).shape.0 == cache.shape
                    {
                        let value = self.heap.slot(ObjectId(global), cache.slot);
                        if !value.is_internal() {
                            r!(dst) = value;
                            continue;
                        }
                    }
                    match slow!(self.global_slow(site)) {
                        Some(found) => found!(found, dst, Value::UNDEFINED),
                        None => {
                            save_pc!();
                            throw!(self.undefined_name_error(site));
                        }
                    }
                }
                Op::LoadGlobalOrUndefined { dst, site } => {
                    let site = sites + site.0 as usize;
                    match slow!(self.global_slow(site)) {
                        Some(found) => found!(found, dst, Value::UNDEFINED),
                        None => r!(dst) = Value::UNDEFINED,
                    }
                }
                Op::StoreGlobal { src, site } => {
                    let value = r!(src);
                    slow!(self.store_global(sites + site.0 as usize, value));
                }

                // ── Arithmetic ─────────────────────────────────────────────────────────────────────────────────────
                Op::Add { dst, lhs, rhs } => {
                    arithmetic!(dst, r!(lhs), r!(rhs), checked_add, +, |cx: &mut Vm, a, b| cx.add_slow(a, b));
                }
                Op::Sub { dst, lhs, rhs } => {
                    arithmetic!(dst, r!(lhs), r!(rhs), checked_sub, -, |cx: &mut Vm, a, b| cx.arithmetic_slow(Arithmetic::Sub, a, b));
                }
                Op::Mul { dst, lhs, rhs } => mul!(dst, r!(lhs), r!(rhs)),
                Op::Div { dst, lhs, rhs } => div!(dst, r!(lhs), r!(rhs)),
                Op::Mod { dst, lhs, rhs } => modulo!(dst, r!(lhs), r!(rhs)),
                Op::Exp { dst, lhs, rhs } => {
                    let (a, b) = (r!(lhs), r!(rhs));
                    let value = slow!(self.arithmetic_slow(Arithmetic::Exp, a, b));
                    r!(dst) = value;
                }
                Op::BitAnd { dst, lhs, rhs } => bitwise!(dst, r!(lhs), r!(rhs), BitAnd, |x, y| Value::int(x & y)),
                Op::BitOr { dst, lhs, rhs } => bitwise!(dst, r!(lhs), r!(rhs), BitOr, |x, y| Value::int(x | y)),
                Op::BitXor { dst, lhs, rhs } => bitwise!(dst, r!(lhs), r!(rhs), BitXor, |x, y| Value::int(x ^ y)),
                Op::Shl { dst, lhs, rhs } => {
                    bitwise!(dst, r!(lhs), r!(rhs), Shl, |x, y| Value::int(x.wrapping_shl(y as u32 & 31)));
                }
                Op::Shr { dst, lhs, rhs } => {
                    bitwise!(dst, r!(lhs), r!(rhs), Shr, |x, y| Value::int(x >> (y as u32 & 31)));
                }
                Op::UShr { dst, lhs, rhs } => {
                    bitwise!(dst, r!(lhs), r!(rhs), UShr, |x, y| Value::number(f64::from(
                        (x as u32) >> (y as u32 & 31)
                    )));
                }
                Op::AddInt { dst, lhs, imm } => {
                    arithmetic!(dst, r!(lhs), Value::int(imm), checked_add, +, |cx: &mut Vm, a, b| cx.add_slow(a, b));
                }
                Op::SubInt { dst, lhs, imm } => {
                    arithmetic!(dst, r!(lhs), Value::int(imm), checked_sub, -, |cx: &mut Vm, a, b| cx.arithmetic_slow(Arithmetic::Sub, a, b));
                }
                Op::MulInt { dst, lhs, imm } => mul!(dst, r!(lhs), Value::int(imm)),
                Op::DivInt { dst, lhs, imm } => div!(dst, r!(lhs), Value::int(imm)),
                Op::ModInt { dst, lhs, imm } => modulo!(dst, r!(lhs), Value::int(imm)),
                Op::BitAndInt { dst, lhs, imm } => {
                    bitwise!(dst, r!(lhs), Value::int(imm), BitAnd, |x, y| Value::int(x & y));
                }
                Op::BitOrInt { dst, lhs, imm } => {
                    bitwise!(dst, r!(lhs), Value::int(imm), BitOr, |x, y| Value::int(x | y));
                }
                Op::ShlInt { dst, lhs, imm } => {
                    bitwise!(dst, r!(lhs), Value::int(imm), Shl, |x, y| Value::int(x.wrapping_shl(y as u32 & 31)));
                }
                Op::ShrInt { dst, lhs, imm } => {
                    bitwise!(dst, r!(lhs), Value::int(imm), Shr, |x, y| Value::int(x >> (y as u32 & 31)));
                }
                Op::UShrInt { dst, lhs, imm } => {
                    bitwise!(dst, r!(lhs), Value::int(imm), UShr, |x, y| Value::number(f64::from(
                        (x as u32) >> (y as u32 & 31)
                    )));
                }
                Op::Neg { dst, src } => {
                    let value = r!(src);
                    if let Some(int) = value.as_int()
                        && int != 0
                        && int != i32::MIN
                    {
                        r!(dst) = Value::int(-int);
                    } else if let Some(number) = value.as_number() {
                        r!(dst) = Value::double(-number);
                    } else {
                        let value = slow!(self.negate_slow(value));
                        r!(dst) = value;
                    }
                }
                Op::BitNot { dst, src } => {
                    let value = r!(src);
                    if let Some(int) = value.as_int() {
                        r!(dst) = Value::int(!int);
                    } else {
                        let value = slow!(self.bit_not_slow(value));
                        r!(dst) = value;
                    }
                }
                Op::ToNumber { dst, src } => {
                    let value = r!(src);
                    if value.is_number() {
                        r!(dst) = value;
                    } else {
                        let number = slow!(self.to_number(value));
                        r!(dst) = Value::number(number);
                    }
                }
                Op::ToNumeric { dst, src } => {
                    let value = r!(src);
                    if value.is_number() {
                        r!(dst) = value;
                    } else {
                        let value = slow!(self.to_numeric_value(value));
                        r!(dst) = value;
                    }
                }
                Op::Inc { dst, src } => {
                    let value = r!(src);
                    if let Some(int) = value.as_int()
                        && let Some(next) = int.checked_add(1)
                    {
                        r!(dst) = Value::int(next);
                    } else if let Some(number) = value.as_number() {
                        r!(dst) = Value::double(number + 1.0);
                    } else {
                        let value = slow!(self.increment_slow(value));
                        r!(dst) = value;
                    }
                }
                Op::Dec { dst, src } => {
                    let value = r!(src);
                    if let Some(int) = value.as_int()
                        && let Some(next) = int.checked_sub(1)
                    {
                        r!(dst) = Value::int(next);
                    } else if let Some(number) = value.as_number() {
                        r!(dst) = Value::double(number - 1.0);
                    } else {
                        let value = slow!(self.decrement_slow(value));
                        r!(dst) = value;
                    }
                }
                Op::Not { dst, src } => r!(dst) = Value::boolean(!truthy!(r!(src))),
                Op::TypeOf { dst, src } => {
                    let value = r!(src);
                    let name = self.type_of(value);
                    regs = window!();
                    r!(dst) = name.into();
                }
                Op::ToPropertyKey { dst, src } => {
                    let value = r!(src);
                    if value.is_int() || value.is_string() || value.is_symbol() {
                        r!(dst) = value;
                    } else {
                        let value = slow!(self.to_property_key_value(value));
                        r!(dst) = value;
                    }
                }
                Op::ToElemKey { dst, obj, key } => {
                    let (target, value) = (r!(obj), r!(key));
                    if !target.is_nullish() && (value.is_int() || value.is_string() || value.is_symbol()) {
                        r!(dst) = value;
                    } else {
                        let value = slow!(self.element_key(target, value));
                        r!(dst) = value;
                    }
                }
                Op::Concat { dst, first, count } => {
                    let text = slow!(self.concat_registers(base + first.0 as usize, count as usize));
                    r!(dst) = text;
                }
                Op::ToString { dst, src } => {
                    let value = r!(src);
                    if value.is_string() {
                        r!(dst) = value;
                    } else {
                        let text = slow!(self.to_string(value));
                        r!(dst) = text.into();
                    }
                }

                // ── Comparison ─────────────────────────────────────────────────────────────────────────────────────
                Op::Equal { dst, lhs, rhs } => {
                    let (a, b) = (r!(lhs), r!(rhs));
                    let equal = slow!(self.is_loosely_equal(a, b));
                    r!(dst) = Value::boolean(equal);
                }
                Op::NotEqual { dst, lhs, rhs } => {
                    let (a, b) = (r!(lhs), r!(rhs));
                    let equal = slow!(self.is_loosely_equal(a, b));
                    r!(dst) = Value::boolean(!equal);
                }
                Op::StrictEqual { dst, lhs, rhs } => {
                    let equal = strict_equal!(r!(lhs), r!(rhs));
                    r!(dst) = Value::boolean(equal);
                }
                Op::StrictNotEqual { dst, lhs, rhs } => {
                    let equal = strict_equal!(r!(lhs), r!(rhs));
                    r!(dst) = Value::boolean(!equal);
                }
                Op::Less { dst, lhs, rhs } => {
                    let result = less!(r!(lhs), r!(rhs), <, Some(Ordering::Less), true);
                    r!(dst) = Value::boolean(result);
                }
                Op::LessEqual { dst, lhs, rhs } => {
                    let result = less!(r!(lhs), r!(rhs), <=, Some(Ordering::Less | Ordering::Equal), true);
                    r!(dst) = Value::boolean(result);
                }
                Op::Greater { dst, lhs, rhs } => {
                    let result = less!(r!(lhs), r!(rhs), >, Some(Ordering::Greater), true);
                    r!(dst) = Value::boolean(result);
                }
                Op::GreaterEqual { dst, lhs, rhs } => {
                    let result = less!(r!(lhs), r!(rhs), >=, Some(Ordering::Greater | Ordering::Equal), true);
                    r!(dst) = Value::boolean(result);
                }
                Op::InstanceOf { dst, lhs, rhs } => {
                    let (a, b) = (r!(lhs), r!(rhs));
                    let result = slow!(self.instance_of(a, b));
                    r!(dst) = Value::boolean(result);
                }
                Op::In { dst, lhs, rhs } => {
                    let (a, b) = (r!(lhs), r!(rhs));
                    let result = slow!(self.in_operator(a, b));
                    r!(dst) = Value::boolean(result);
                }

                // ── Jumps ──────────────────────────────────────────────────────────────────────────────────────────
                Op::Jump { to } => jump!(to),
                Op::JumpIfTrue { cond, to } => {
                    if truthy!(r!(cond)) {
                        jump!(to);
                    }
                }
                Op::JumpIfFalse { cond, to } => {
                    if !truthy!(r!(cond)) {
                        jump!(to);
                    }
                }
                Op::JumpIfNullish { src, to } => {
                    if r!(src).is_nullish() {
                        jump!(to);
                    }
                }
                Op::JumpIfNotNullish { src, to } => {
                    if !r!(src).is_nullish() {
                        jump!(to);
                    }
                }
                Op::JumpIfUndefined { src, to } => {
                    if r!(src).is_undefined() {
                        jump!(to);
                    }
                }
                Op::JumpIfNotUndefined { src, to } => {
                    if !r!(src).is_undefined() {
                        jump!(to);
                    }
                }
                Op::JumpIfLess { lhs, rhs, to } => {
                    if less!(r!(lhs), r!(rhs), <, Some(Ordering::Less), true) {
                        jump!(to);
                    }
                }
                Op::JumpIfNotLess { lhs, rhs, to } => {
                    if !less!(r!(lhs), r!(rhs), <, Some(Ordering::Less), true) {
                        jump!(to);
                    }
                }
                Op::JumpIfLessEqual { lhs, rhs, to } => {
                    if less!(r!(lhs), r!(rhs), <=, Some(Ordering::Less | Ordering::Equal), true) {
                        jump!(to);
                    }
                }
                Op::JumpIfNotLessEqual { lhs, rhs, to } => {
                    if !less!(r!(lhs), r!(rhs), <=, Some(Ordering::Less | Ordering::Equal), true) {
                        jump!(to);
                    }
                }
                Op::JumpIfGreater { lhs, rhs, to } => {
                    if less!(r!(lhs), r!(rhs), >, Some(Ordering::Greater), true) {
                        jump!(to);
                    }
                }
                Op::JumpIfNotGreater { lhs, rhs, to } => {
                    if !less!(r!(lhs), r!(rhs), >, Some(Ordering::Greater), true) {
                        jump!(to);
                    }
                }
                Op::JumpIfGreaterEqual { lhs, rhs, to } => {
                    if less!(r!(lhs), r!(rhs), >=, Some(Ordering::Greater | Ordering::Equal), true) {
                        jump!(to);
                    }
                }
                Op::JumpIfNotGreaterEqual { lhs, rhs, to } => {
                    if !less!(r!(lhs), r!(rhs), >=, Some(Ordering::Greater | Ordering::Equal), true) {
                        jump!(to);
                    }
                }
                Op::JumpIfStrictEqual { lhs, rhs, to } => {
                    if strict_equal!(r!(lhs), r!(rhs)) {
                        jump!(to);
                    }
                }
                Op::JumpIfStrictNotEqual { lhs, rhs, to } => {
                    if !strict_equal!(r!(lhs), r!(rhs)) {
                        jump!(to);
                    }
                }
                Op::JumpIfEqual { lhs, rhs, to } => {
                    let (a, b) = (r!(lhs), r!(rhs));
                    if slow!(self.is_loosely_equal(a, b)) {
                        jump!(to);
                    }
                }
                Op::JumpIfNotEqual { lhs, rhs, to } => {
                    let (a, b) = (r!(lhs), r!(rhs));
                    if !slow!(self.is_loosely_equal(a, b)) {
                        jump!(to);
                    }
                }
                Op::JumpIfLessInt { lhs, imm, to } => {
                    if less!(r!(lhs), Value::int(i32::from(imm)), <, Some(Ordering::Less), true) {
                        jump!(to);
                    }
                }
                Op::JumpIfNotLessInt { lhs, imm, to } => {
                    if !less!(r!(lhs), Value::int(i32::from(imm)), <, Some(Ordering::Less), true) {
                        jump!(to);
                    }
                }
                Op::JumpIfLessEqualInt { lhs, imm, to } => {
                    if less!(r!(lhs), Value::int(i32::from(imm)), <=, Some(Ordering::Less | Ordering::Equal), true) {
                        jump!(to);
                    }
                }
                Op::JumpIfNotLessEqualInt { lhs, imm, to } => {
                    if !less!(r!(lhs), Value::int(i32::from(imm)), <=, Some(Ordering::Less | Ordering::Equal), true) {
                        jump!(to);
                    }
                }
                Op::JumpIfGreaterInt { lhs, imm, to } => {
                    if less!(r!(lhs), Value::int(i32::from(imm)), >, Some(Ordering::Greater), true) {
                        jump!(to);
                    }
                }
                Op::JumpIfNotGreaterInt { lhs, imm, to } => {
                    if !less!(r!(lhs), Value::int(i32::from(imm)), >, Some(Ordering::Greater), true) {
                        jump!(to);
                    }
                }
                Op::JumpIfGreaterEqualInt { lhs, imm, to } => {
                    if less!(r!(lhs), Value::int(i32::from(imm)), >=, Some(Ordering::Greater | Ordering::Equal), true) {
                        jump!(to);
                    }
                }
                Op::JumpIfNotGreaterEqualInt { lhs, imm, to } => {
                    if !less!(r!(lhs), Value::int(i32::from(imm)), >=, Some(Ordering::Greater | Ordering::Equal), true)
                    {
                        jump!(to);
                    }
                }
                Op::JumpIfStrictEqualInt { lhs, imm, to } => {
                    if r!(lhs).as_number() == Some(f64::from(imm)) {
                        jump!(to);
                    }
                }
                Op::JumpIfStrictNotEqualInt { lhs, imm, to } => {
                    if r!(lhs).as_number() != Some(f64::from(imm)) {
                        jump!(to);
                    }
                }
                Op::JumpTable { src, count } => {
                    if let Some(index) = r!(src).as_int()
                        && (index as u32) < count
                    {
                        pc += index as usize;
                    } else {
                        pc += count as usize;
                    }
                }

                // ── Properties ─────────────────────────────────────────────────────────────────────────────────────
                Op::GetProp { dst, obj, site } => {
                    let target = r!(obj);
                    let site = sites + site.0 as usize;
                    if let Some(value) = cached_get(&self.heap, &self.caches, target, site) {
                        r!(dst) = value;
                    } else {
                        let found = slow!(self.get_prop_slow(target, site));
                        found!(found, dst, target);
                    }
                }
                Op::GetLength { dst, obj, site } => {
                    let target = r!(obj);
                    if let Some(object) = target.as_object() {
                        if let ObjectKind::Array { length, .. } = self.heap.object(object).kind {
                            r!(dst) = Value::number(f64::from(length));
                            continue;
                        }
                    } else if let Some(text) = target.as_string() {
                        r!(dst) = Value::index(self.heap.string_len(text));
                        continue;
                    }
                    let site = sites + site.0 as usize;
                    if let Some(value) = cached_get(&self.heap, &self.caches, target, site) {
                        r!(dst) = value;
                    } else {
                        let found = slow!(self.get_prop_slow(target, site));
                        found!(found, dst, target);
                    }
                }
                Op::GetMethod { base: method, obj, site } => {
                    let target = r!(obj);
                    let site = sites + site.0 as usize;
                    regs[(method.0 as usize + 1) & 255] = target;
                    if let Some(value) = cached_get(&self.heap, &self.caches, target, site) {
                        r!(method) = value;
                    } else {
                        let found = slow!(self.get_prop_slow(target, site));
                        regs[(method.0 as usize + 1) & 255] = target;
                        found!(found, method, target);
                    }
                }
                Op::SetProp { obj, src, site } => {
                    let (target, value) = (r!(obj), r!(src));
                    let site = sites + site.0 as usize;
                    if let Some(object) = target.as_object() {
                        let cache = self.caches[site];
                        let entry = self.heap.object(object);
                        if entry.shape.0 == cache.shape {
                            if cache.holder == InlineCache::OWN {
                                let block = entry.slots;
                                self.heap.slots.set(block, cache.slot, value);
                                continue;
                            }
                            if cache.holder == InlineCache::ADD && cache.epoch == self.heap.proto_epoch {
                                self.heap.push_slot(object, cache.slot, value);
                                self.heap.object_mut(object).shape = ShapeId(cache.next);
                                continue;
                            }
                        }
                    }
                    if let Some(setter) = slow!(self.set_prop_slow(target, value, site)) {
                        slow_enter!(self.enter(setter, target, &[value], OnReturn::Discard));
                    }
                }
                Op::GetElem { dst, obj, key } => {
                    let (target, index) = (r!(obj), r!(key));
                    if let (Some(object), Some(at)) = (target.as_object(), index.as_int())
                        && let Elements::Dense(values) = &self.heap.object(object).elements
                        && let Some(&value) = values.get(at as usize)
                        && !value.is_hole()
                    {
                        r!(dst) = value;
                    } else if let Some(value) = number_element(&self.heap, target, index) {
                        r!(dst) = value;
                    } else {
                        let found = slow!(self.get_elem_slow(target, index));
                        found!(found, dst, target);
                    }
                }
                Op::GetElemInt { dst, obj, index } => {
                    let target = r!(obj);
                    if let Some(object) = target.as_object()
                        && let Elements::Dense(values) = &self.heap.object(object).elements
                        && let Some(&value) = values.get(usize::from(index))
                        && !value.is_hole()
                    {
                        r!(dst) = value;
                    } else if let Some(value) = number_element(&self.heap, target, Value::int(i32::from(index))) {
                        r!(dst) = value;
                    } else {
                        let found = slow!(self.get_elem_slow(target, Value::int(i32::from(index))));
                        found!(found, dst, target);
                    }
                }
                Op::GetElemMethod { base: method, obj, key } => {
                    let (target, index) = (r!(obj), r!(key));
                    let found = slow!(self.get_elem_slow(target, index));
                    regs[(method.0 as usize + 1) & 255] = target;
                    found!(found, method, target);
                }
                Op::SetElem { obj, key, src } => {
                    let (target, index, value) = (r!(obj), r!(key), r!(src));
                    if let (Some(object), Some(at)) = (target.as_object(), index.as_int()) {
                        let entry = self.heap.object_mut(object);
                        if let Elements::Dense(values) = &mut entry.elements
                            && let Some(slot) = values.get_mut(at as usize)
                            && !slot.is_hole()
                        {
                            *slot = value;
                            continue;
                        }
                        if self.heap.set_number_element(object, at, value) {
                            continue;
                        }
                    }
                    slow!(self.set_elem_slow(target, index, value));
                    if self.heap.wants_collection() {
                        self.safepoint(floor)?;
                        regs = window!();
                    }
                }
                Op::DeleteElem { dst, obj, key } => {
                    let (target, index) = (r!(obj), r!(key));
                    slow!(self.delete_operator(target, index));
                    r!(dst) = Value::TRUE;
                }
                Op::GetSuper { dst, base: parent, key, this } => {
                    let (parent, index, this) = (r!(parent), r!(key), r!(this));
                    let found = slow!(self.get_super(parent, index, this));
                    found!(found, dst, this);
                }
                Op::SetSuper { base: parent, key, this, src } => {
                    let (parent, index, this, value) = (r!(parent), r!(key), r!(this), r!(src));
                    slow!(self.set_super(parent, index, this, value));
                }
                Op::RequireObjectCoercible { src } => {
                    let value = r!(src);
                    if value.is_nullish() {
                        save_pc!();
                        throw!(self.not_destructurable_error(value));
                    }
                }
                Op::NewPrivateName { dst, name } => {
                    let text = self.constants.get(constants + name.0 as usize).and_then(|value| value.as_string());
                    let text = text.unwrap_or(crate::realm::names::EMPTY);
                    r!(dst) = self.heap.new_private_name(text).into();
                }
                Op::GetPrivate { dst, obj, name } => {
                    let (target, name) = (r!(obj), r!(name));
                    let found = slow!(self.get_private(target, name));
                    found!(found, dst, target);
                }
                Op::SetPrivate { obj, name, src } => {
                    let (target, name, value) = (r!(obj), r!(name), r!(src));
                    if let Some(setter) = slow!(self.set_private(target, name, value)) {
                        slow_enter!(self.enter(setter, target, &[value], OnReturn::Discard));
                    }
                }
                Op::DefinePrivateField { obj, name, src } => {
                    let (target, name, value) = (r!(obj), r!(name), r!(src));
                    slow!(self.define_private(target, name, value, Attributes::new(true, false, false)));
                }
                Op::DefinePrivateMethod { obj, name, func } => {
                    let (target, name, value) = (r!(obj), r!(name), r!(func));
                    slow!(self.define_private(target, name, value, Attributes::NONE));
                }
                Op::DefinePrivateAccessor { obj, name, get, set } => {
                    let (target, name, get, set) = (r!(obj), r!(name), r!(get), r!(set));
                    let pair = self.heap.new_accessor(get, set);
                    slow!(self.define_private(target, name, pair, Attributes::accessor(false, false)));
                }
                Op::HasPrivate { dst, obj, name } => {
                    let (target, name) = (r!(obj), r!(name));
                    let result = slow!(self.has_private(target, name));
                    r!(dst) = Value::boolean(result);
                }

                // ── Literals ───────────────────────────────────────────────────────────────────────────────────────
                Op::NewObject { dst, capacity } => {
                    let object = self.new_object();
                    if capacity > 0 {
                        let block = self.heap.slots.allocate(capacity.min(64) as usize);
                        self.heap.count(block.capacity() * 8);
                        self.heap.object_mut(object).slots = block;
                    }
                    regs = window!();
                    r!(dst) = object.into();
                }
                Op::NewObjectFrom { dst, first, template } => {
                    let object = slow!(self.object_from_template(
                        base + first.0 as usize,
                        templates + template.0 as usize,
                        program_index,
                        template.0
                    ));
                    r!(dst) = object.into();
                }
                Op::DefineField { obj, src, site } => {
                    let (target, value) = (r!(obj), r!(src));
                    let site = sites + site.0 as usize;
                    if let Some(object) = target.as_object() {
                        let cache = self.caches[site];
                        if cache.holder == InlineCache::ADD && self.heap.object(object).shape.0 == cache.shape {
                            self.heap.push_slot(object, cache.slot, value);
                            self.heap.object_mut(object).shape = ShapeId(cache.next);
                            continue;
                        }
                    }
                    slow!(self.define_field_slow(target, value, site));
                }
                Op::DefineElem { obj, key, src } => {
                    let (target, index, value) = (r!(obj), r!(key), r!(src));
                    slow!(self.define_elem(target, index, value));
                }
                Op::DefineMethod { obj, key, func, enumerable } => {
                    let (target, name, function) = (r!(obj), r!(key), r!(func));
                    slow!(self.define_method(target, name, function, enumerable != 0, MethodPart::Method));
                }
                Op::DefineGetter { obj, key, func, enumerable } => {
                    let (target, name, function) = (r!(obj), r!(key), r!(func));
                    slow!(self.define_method(target, name, function, enumerable != 0, MethodPart::Getter));
                }
                Op::DefineSetter { obj, key, func, enumerable } => {
                    let (target, name, function) = (r!(obj), r!(key), r!(func));
                    slow!(self.define_method(target, name, function, enumerable != 0, MethodPart::Setter));
                }
                Op::SetProto { obj, src } => {
                    let (target, proto) = (r!(obj), r!(src));
                    if let Some(object) = target.as_object()
                        && (proto.is_object() || proto.is_null())
                    {
                        self.heap.set_proto(object, proto.as_object());
                    }
                }
                Op::CopyDataProperties { obj, src } => {
                    let (target, source) = (r!(obj), r!(src));
                    slow!(self.copy_data_properties(target, source, &[]));
                }
                Op::CopyDataPropertiesExcept { obj, src, excluded, count } => {
                    let (target, source) = (r!(obj), r!(src));
                    let start = excluded.0 as usize;
                    let names = regs.get(start..start + count as usize).unwrap_or(&[]).to_vec();
                    slow!(self.copy_except(target, source, &names));
                }
                Op::NewArray { dst, capacity } => {
                    let array = self.new_empty_array();
                    if capacity > 0 {
                        save_pc!();
                        let capacity = capacity.min(1 << 16) as usize;
                        if let Err(unwind) = self.heap.charge(capacity * 8) {
                            throw!(unwind);
                        }
                        self.heap.object_mut(array).elements = Elements::Dense(Vec::with_capacity(capacity));
                    }
                    regs = window!();
                    r!(dst) = array.into();
                }
                Op::NewArrayFrom { dst, first, count } => {
                    let start = first.0 as usize;
                    let values = regs.get(start..start + count as usize).unwrap_or(&[]).to_vec();
                    let array = slow!(self.new_array(values));
                    r!(dst) = array.into();
                }
                Op::ArrayPush { array, src } => {
                    let (target, value) = (r!(array), r!(src));
                    let Some(object) = target.as_object() else { internal!("array literal is no array") };
                    if self.heap.array_length(object).is_some_and(|length| length as usize >= MAX_ARRAY_LENGTH) {
                        slow!(Err::<(), _>(self.range_error("Invalid array length")));
                    }
                    slow!(self.heap.array_push(object, value));
                }
                Op::ArrayPushHole { array } => {
                    let Some(object) = r!(array).as_object() else { internal!("array literal is no array") };
                    let entry = self.heap.object_mut(object);
                    if let (Elements::Dense(values), ObjectKind::Array { length, .. }) =
                        (&mut entry.elements, &mut entry.kind)
                    {
                        values.push(Value::HOLE);
                        *length += 1;
                    }
                    self.heap.count(8);
                }
                Op::TrySpread { array, src, to } => {
                    let (target, source) = (r!(array), r!(src));
                    if slow!(self.try_spread(target, source)) {
                        jump!(to);
                    }
                }
                Op::NewRegExp { dst, index } => {
                    let value = slow!(self.regexp_literal(program_index, index.0));
                    r!(dst) = value;
                }
                Op::GetTemplateObject { dst, index } => {
                    let value = slow!(self.template_object(program_index, constants, index.0));
                    r!(dst) = value;
                }

                // ── Functions, classes and calls ───────────────────────────────────────────────────────────────────
                Op::MakeClosure { dst, func } => {
                    let view = super::function::FrameView { program: program_index, base: base as u32, captures };
                    let function = slow!(self.make_closure(&view, func.0));
                    r!(dst) = function.into();
                }
                Op::SetFunctionName { func, name, prefix } => {
                    let (function, name) = (r!(func), r!(name));
                    let prefix = match prefix {
                        NamePrefix::None => "",
                        NamePrefix::Get => "get",
                        NamePrefix::Set => "set",
                    };
                    if let Some(function) = function.as_object() {
                        slow!(self.set_function_name(function, name, prefix));
                    }
                }
                Op::SetHomeObject { func, home } => {
                    if let (Some(function), Some(home)) = (r!(func).as_object(), r!(home).as_object()) {
                        self.set_home_object(function, home);
                        regs = window!();
                    }
                }
                Op::MakeClass { dst, func } => {
                    let view = super::function::FrameView { program: program_index, base: base as u32, captures };
                    let (class, proto) = slow!(self.make_class(&view, func.0, None));
                    r!(dst) = class.into();
                    regs[(dst.0 as usize + 1) & 255] = proto.into();
                }
                Op::MakeDerivedClass { dst, heritage, func } => {
                    let view = super::function::FrameView { program: program_index, base: base as u32, captures };
                    let heritage = r!(heritage);
                    let (class, proto) = slow!(self.make_class(&view, func.0, Some(heritage)));
                    r!(dst) = class.into();
                    regs[(dst.0 as usize + 1) & 255] = proto.into();
                }
                Op::SetFieldInitializer { class, func } => {
                    if let (Some(class), Some(function)) = (r!(class).as_object(), r!(func).as_object()) {
                        self.set_field_initializer(class, function);
                        regs = window!();
                    }
                }
                Op::InitFields { this, class } => {
                    let (this, class) = (r!(this), r!(class));
                    let initializer = class.as_object().and_then(|class| self.field_initializer(class));
                    regs = window!();
                    if let Some(initializer) = initializer {
                        slow_enter!(self.push_closure(initializer, this, &[], OnReturn::Discard));
                    }
                }
                Op::Call { base: callee, argc, dst } => {
                    let at = callee.0 as usize;
                    call!(r!(callee), regs[(at + 1) & 255], base + at + 2, argc as usize, dst.0);
                }
                Op::CallPlain { base: callee, argc, dst } => {
                    call!(r!(callee), Value::UNDEFINED, base + callee.0 as usize + 2, argc as usize, dst.0);
                }
                Op::CallSpread { base: callee, dst } => {
                    let at = callee.0 as usize;
                    let (function, this, list) = (r!(callee), regs[(at + 1) & 255], regs[(at + 2) & 255]);
                    slow_enter!(self.call_spread(function, this, list, OnReturn::Register(dst.0)));
                }
                Op::Construct { base: callee, argc, dst } => {
                    let at = callee.0 as usize;
                    let target = r!(callee);
                    construct!(target, target, base + at + 2, argc as usize, dst.0);
                }
                Op::ConstructSpread { base: callee, dst } => {
                    let at = callee.0 as usize;
                    let (target, list) = (r!(callee), regs[(at + 2) & 255]);
                    slow_enter!(self.construct_spread(target, target, list, OnReturn::Register(dst.0)));
                }
                Op::GetParent { dst, src } => {
                    let parent = match r!(src).as_object() {
                        Some(child) => slow!(self.get_prototype_of(child)),
                        None => None,
                    };
                    r!(dst) = parent.map_or(Value::NULL, Value::object);
                }
                Op::SuperCall { base: callee, argc, dst, new_target } => {
                    let at = callee.0 as usize;
                    let (target, new_target) = (r!(callee), r!(new_target));
                    construct!(target, new_target, base + at + 2, argc as usize, dst.0);
                }
                Op::SuperCallSpread { base: callee, dst, new_target } => {
                    let at = callee.0 as usize;
                    let (target, list, new_target) = (r!(callee), regs[(at + 2) & 255], r!(new_target));
                    slow_enter!(self.construct_spread(target, new_target, list, OnReturn::Register(dst.0)));
                }
                Op::Return { src } => {
                    let value = r!(src);
                    if let Some(dst) = self.frames.last().and_then(Frame::plain_return) {
                        let _ = self.frames.pop();
                        load_frame!();
                        regs = window!();
                        regs[dst as usize] = value;
                        continue;
                    }
                    let Some(mut frame) = self.frames.pop() else { internal!("no frame to return from") };
                    frame.pc = pc as u32;
                    leave_removed!(self.finish_frame(frame, value, floor));
                }
                Op::ReturnUndefined {} => {
                    if let Some(dst) = self.frames.last().and_then(Frame::plain_return) {
                        let _ = self.frames.pop();
                        load_frame!();
                        regs = window!();
                        regs[dst as usize] = Value::UNDEFINED;
                        continue;
                    }
                    let Some(frame) = self.frames.pop() else { internal!("no frame to return from") };
                    leave_removed!(self.finish_frame(frame, Value::UNDEFINED, floor));
                }
                Op::ReturnDerived { src, this } => {
                    let (value, this) = (r!(src), r!(this));
                    let result = slow!(self.derived_result(value, this));
                    let Some(frame) = self.frames.pop() else { internal!("no frame to return from") };
                    leave_removed!(self.finish_frame(frame, result, floor));
                }
                Op::Throw { src } => {
                    let error = r!(src);
                    save_pc!();
                    self.note_throw(error);
                    throw!(Unwind::Throw(error));
                }
                Op::ThrowError { class, message } => {
                    save_pc!();
                    let text = self.constants.get(constants + message.0 as usize).and_then(|value| value.as_string());
                    let text = text.map(|text| self.heap.text_start(text, 1_000)).unwrap_or_default();
                    throw!(match class {
                        ErrorClass::Type => self.type_error(&text),
                        ErrorClass::Reference => self.reference_error(&text),
                        ErrorClass::Range => self.range_error(&text),
                        ErrorClass::Syntax => self.syntax_error(&text),
                    });
                }
                Op::ThrowConstAssign { name } => {
                    save_pc!();
                    let text = self.constants.get(constants + name.0 as usize).and_then(|value| value.as_string());
                    let text = text.map(|text| self.heap.text_start(text, 1_000)).unwrap_or_default();
                    throw!(self.constant_assignment_error(&text));
                }
                Op::ThrowIfNotObject { src, what } => {
                    let value = r!(src);
                    if !value.is_object() {
                        save_pc!();
                        let text = self.constants.get(constants + what.0 as usize).and_then(|value| value.as_string());
                        let text = text.map(|text| self.heap.text_start(text, 1_000)).unwrap_or_default();
                        let shown = self.describe(value);
                        throw!(self.type_error(&format!("{text} is not an object (it is {shown})")));
                    }
                }
                Op::Intrinsic { dst, id, first, argc } => {
                    let args = Args { start: (base + first.0 as usize) as u32, len: u32::from(argc) };
                    let Some((_, operation)) = crate::builtins::prelude::INTRINSIC_OPERATIONS.get(id as usize) else {
                        internal!("unknown prelude operation")
                    };
                    save_pc!();
                    self.native_depth += 1;
                    let result = operation(self, Value::UNDEFINED, args);
                    self.native_depth -= 1;
                    if self.is_borrowing {
                        self.give_back();
                    }
                    match result {
                        Ok(value) => {
                            regs = window!();
                            r!(dst) = value;
                        }
                        Err(Unwind::Abort(Abort::TailCall)) => {
                            if let Some(frame) = self.frames.last_mut() {
                                frame.on_return = OnReturn::Register(dst.0);
                            }
                            reenter!();
                        }
                        Err(unwind) => throw!(unwind),
                    }
                }

                // ── Iteration ──────────────────────────────────────────────────────────────────────────────────────
                Op::GetIterator { iter, src } => {
                    let value = r!(src);
                    slow_enter!(self.op_get_iterator(iter.0, value));
                }
                Op::GetIteratorObject { iter, src } => {
                    let value = r!(src);
                    slow_enter!(self.op_get_iterator_object(iter.0, value));
                }
                Op::GetAsyncIterator { iter, src } => {
                    let value = r!(src);
                    slow_enter!(self.op_get_async_iterator(iter.0, value));
                }
                Op::IteratorNext { dst, iter, done } => {
                    let at = iter.0 as usize;
                    let state = regs[(at + 2) & 255];
                    if let (Some(index), Some(array)) = (state.as_int(), r!(iter).as_object()) {
                        match slow!(self.array_walk(array, index as u32)) {
                            Some(value) => {
                                regs[(at + 2) & 255] = Value::int(index.wrapping_add(1));
                                r!(dst) = value;
                            }
                            None => {
                                regs[(at + 2) & 255] = Value::TRUE;
                                jump!(done);
                            }
                        }
                        continue;
                    }
                    if state == Value::TRUE {
                        jump!(done);
                        continue;
                    }
                    let (iterator, next) = (r!(iter), regs[(at + 1) & 255]);
                    let done = (pc as i64 - 1 + i64::from(done.0)) as u32;
                    let on_return = OnReturn::IteratorNext { dst: dst.0, iter: iter.0, done };
                    slow_enter!(self.op_iterator_next(iterator, next, on_return));
                }
                Op::IteratorStep { dst, iter } => {
                    let at = iter.0 as usize;
                    let state = regs[(at + 2) & 255];
                    if state == Value::TRUE {
                        r!(dst) = Value::UNDEFINED;
                        continue;
                    }
                    if let (Some(index), Some(array)) = (state.as_int(), r!(iter).as_object()) {
                        match slow!(self.array_walk(array, index as u32)) {
                            Some(value) => {
                                regs[(at + 2) & 255] = Value::int(index.wrapping_add(1));
                                r!(dst) = value;
                            }
                            None => {
                                regs[(at + 2) & 255] = Value::TRUE;
                                r!(dst) = Value::UNDEFINED;
                            }
                        }
                        continue;
                    }
                    let (iterator, next) = (r!(iter), regs[(at + 1) & 255]);
                    let on_return = OnReturn::IteratorStep { dst: dst.0, iter: iter.0 };
                    slow_enter!(self.op_iterator_next(iterator, next, on_return));
                }
                Op::IteratorClose { iter } => {
                    let at = iter.0 as usize;
                    if regs[(at + 2) & 255] == Value::FALSE {
                        let iterator = r!(iter);
                        regs[(at + 2) & 255] = Value::TRUE;
                        slow_enter!(self.op_iterator_close(iterator));
                    }
                }
                Op::IteratorCloseSilent { iter } => {
                    let at = iter.0 as usize;
                    if regs[(at + 2) & 255] == Value::FALSE {
                        let iterator = r!(iter);
                        regs[(at + 2) & 255] = Value::TRUE;
                        slow_enter!(self.op_iterator_close_silent(iterator));
                    }
                }
                Op::CallIteratorNext { dst, iter, arg } => {
                    let (iterator, next, argument) = (r!(iter), regs[(iter.0 as usize + 1) & 255], r!(arg));
                    slow_enter!(self.enter(next, iterator, &[argument], OnReturn::Register(dst.0)));
                }
                Op::IteratorUnpack { dst, result, done } => {
                    let result = r!(result);
                    let (value, is_done) = slow!(self.op_iterator_unpack(result));
                    r!(dst) = value;
                    if is_done {
                        jump!(done);
                    }
                }
                Op::ForInStart { dst, obj } => {
                    let value = r!(obj);
                    let enumeration = slow!(self.for_in_start(value));
                    r!(dst) = enumeration;
                }
                Op::ForInNext { dst, iter, done } => {
                    let enumeration = r!(iter);
                    match slow!(self.for_in_next(enumeration)) {
                        Some(value) => r!(dst) = value,
                        None => jump!(done),
                    }
                }

                // ── Suspension ─────────────────────────────────────────────────────────────────────────────────────
                Op::InitialYield {} => leave!(self.initial_yield(floor)),
                Op::Yield { src, .. } => {
                    let value = r!(src);
                    self.fuel -= 4;
                    leave!(self.yield_value(value, false, floor));
                }
                Op::YieldDelegate { src, .. } => {
                    let value = r!(src);
                    self.fuel -= 4;
                    leave!(self.yield_value(value, true, floor));
                }
                Op::Await { src, .. } => {
                    let value = r!(src);
                    self.fuel -= 4;
                    leave!(self.await_value(value, floor));
                }

                // ── Explicit resource management ───────────────────────────────────────────────────────────────────
                Op::DisposeInit { dst } => {
                    let scope = self.new_dispose_scope();
                    regs = window!();
                    r!(dst) = scope;
                }
                Op::DisposeAdd { scope, value, is_async } => {
                    let (scope, value) = (r!(scope), r!(value));
                    slow!(self.dispose_add(scope, value, is_async != 0));
                }
                Op::DisposeNext { scope, base: target, empty } => {
                    let scope = r!(scope);
                    let next = self.dispose_next(scope);
                    regs = window!();
                    match next {
                        Some((method, value, is_async)) => {
                            let at = target.0 as usize;
                            regs[at & 255] = method;
                            regs[(at + 1) & 255] = value;
                            regs[(at + 2) & 255] = is_async.into();
                        }
                        None => jump!(empty),
                    }
                }
                Op::MakeSuppressedError { dst, error, suppressed } => {
                    let (error, suppressed) = (r!(error), r!(suppressed));
                    let value = slow!(self.make_suppressed_error(error, suppressed));
                    r!(dst) = value;
                }
                Op::Nop {} => {}
            }
        }
    }
}

/// The cached value of a property read: `None` on a miss and for accessors.
#[inline(always)]
fn cached_get(heap: &Heap, caches: &[InlineCache], target: Value, site: usize) -> Option<Value> {
    let cache = caches.get(site)?;
    let value = if let Some(object) = target.as_object() {
        let entry = heap.object(object);
        if entry.shape.0 != cache.shape {
            return None;
        }
        if cache.holder == InlineCache::OWN {
            heap.slots.get(entry.slots, cache.slot)
        } else if cache.epoch == heap.proto_epoch && cache.holder < InlineCache::ADD {
            heap.slot(ObjectId(cache.holder), cache.slot)
        } else {
            return None;
        }
    } else if target.is_string() && cache.shape == InlineCache::STRING && cache.epoch == heap.proto_epoch {
        heap.slot(ObjectId(cache.holder), cache.slot)
    } else {
        return None;
    };
    if value.is_internal() { None } else { Some(value) }
}

/// The element of a typed array of numbers.
#[inline]
fn number_element(heap: &Heap, target: Value, index: Value) -> Option<Value> {
    heap.number_element(target.as_object()?, index.as_int()?)
}
