//! Checks that a program keeps the promises that the machine relies on.

use std::fmt;

use crate::{CaptureSource, Op, Operand, Program};

/// A broken promise of a program, with the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifyError {
    /// Index of the function.
    pub function: usize,
    /// Index of the instruction within it, when it is about one.
    pub op: Option<usize>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "function {}", self.function)?;
        if let Some(op) = self.op {
            write!(f, ", instruction {op}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for VerifyError {}

/// Verifies that registers fit the frame, jumps and handlers stay inside their function, every index has its entry,
/// and control cannot run off the end of a function.
///
/// # Errors
/// The first promise that is broken.
pub fn verify(program: &Program) -> Result<(), VerifyError> {
    for (index, function) in program.functions.iter().enumerate() {
        let fail = |op: Option<usize>, message: String| VerifyError { function: index, op, message };
        let start = function.start as usize;
        let len = function.len as usize;
        let Some(ops) = program.ops.get(start..start + len) else {
            return Err(fail(None, "instructions are out of range".into()));
        };
        if !ops.last().is_some_and(Op::is_last) {
            return Err(fail(None, "control can run off the end".into()));
        }
        if function.parameters > function.registers {
            return Err(fail(None, "more parameters than registers".into()));
        }
        for capture in &function.captures {
            if let CaptureSource::Register(register) = capture
                && *register > 0x00ff_ffff
            {
                return Err(fail(None, format!("capture of register {register}")));
            }
        }
        if let Some(binding) =
            program.session.iter().find(|binding| index == 0 && binding.register >= function.registers)
        {
            return Err(fail(None, format!("session binding {} in register {}", binding.name, binding.register)));
        }
        for handler in &function.handlers {
            if handler.end as usize > len || handler.start > handler.end || handler.target as usize >= len {
                return Err(fail(None, format!("handler out of range: {handler:?}")));
            }
        }
        for (at, op) in ops.iter().enumerate() {
            let mut problem = None;
            op.for_each_operand(|name, operand| {
                let fits = match operand {
                    Operand::Reg(reg) => u32::from(reg.0) < function.registers,
                    Operand::Jump(jump) => {
                        let target = at as i64 + i64::from(jump.0);
                        target >= 0 && (target as usize) < len
                    }
                    Operand::Const(index) => (index.0 as usize) < program.constants.len(),
                    Operand::Site(site) => (site.0 as usize) < program.sites.len(),
                    Operand::Function(index) => (index.0 as usize) < program.functions.len(),
                    Operand::Template(index) => (index.0 as usize) < program.object_templates.len(),
                    Operand::Capture(index) => (index.0 as usize) < function.captures.len(),
                    Operand::Wide(wide) => wide.0 < function.registers,
                    Operand::Immediate(_) => true,
                };
                if !fits {
                    problem = Some(format!("{} has {name} out of range: {operand:?}", op.name()));
                }
            });
            if let Op::JumpTable { count, .. } = op {
                let table = ops.get(at + 1..at + 1 + *count as usize);
                if !table.is_some_and(|table| table.iter().all(|op| matches!(op, Op::Jump { .. }))) {
                    problem = Some("JumpTable is not followed by its jumps".into());
                }
            }
            if let Some(message) = problem {
                return Err(fail(Some(at), message));
            }
        }
    }
    Ok(())
}
