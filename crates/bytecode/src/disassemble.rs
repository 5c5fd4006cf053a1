//! A readable listing of a program, for tests and for people who work on the compiler.

use std::fmt::Write;

use crate::{Constant, Operand, Program};

/// Lists every function of `program`, an instruction a line, constants and jump targets resolved.
#[must_use]
pub fn disassemble(program: &Program) -> String {
    let mut out = String::new();
    for (index, function) in program.functions.iter().enumerate() {
        let name = constant_text(program, function.name);
        let _ = writeln!(
            out,
            "function {index} {name}: {:?} {:?}, {} parameters, {} registers",
            function.kind, function.suspends, function.parameters, function.registers
        );
        for capture in &function.captures {
            let _ = writeln!(out, "  captures {capture:?}");
        }
        let start = function.start as usize;
        let ops = program.ops.get(start..start + function.len as usize).unwrap_or(&[]);
        for (at, op) in ops.iter().enumerate() {
            let _ = write!(out, "  {at:4} {}", op.name());
            op.for_each_operand(|name, operand| {
                let _ = match operand {
                    Operand::Reg(reg) => write!(out, " {name}=r{}", reg.0),
                    Operand::Jump(jump) => write!(out, " {name}=@{}", at as i64 + i64::from(jump.0)),
                    Operand::Const(index) => write!(out, " {name}={}", constant_text(program, index.0)),
                    Operand::Site(site) => {
                        let text = program.sites.get(site.0 as usize).map(|site| constant_text(program, site.name));
                        write!(out, " .{}", text.unwrap_or_default())
                    }
                    Operand::Function(index) => write!(out, " {name}=function {}", index.0),
                    Operand::Template(index) => {
                        let keys = program.object_templates.get(index.0 as usize).map(|template| {
                            template.keys.iter().map(|&key| constant_text(program, key)).collect::<Vec<_>>().join(", ")
                        });
                        write!(out, " {{{}}}", keys.unwrap_or_default())
                    }
                    Operand::Capture(index) => write!(out, " {name}=c{}", index.0),
                    Operand::Wide(wide) => write!(out, " {name}=w{}", wide.0),
                    Operand::Immediate(value) => write!(out, " {name}={value}"),
                };
            });
            out.push('\n');
        }
        for handler in &function.handlers {
            let _ =
                writeln!(out, "  handler {}..{} -> @{} r{}", handler.start, handler.end, handler.target, handler.value);
        }
    }
    out
}

fn constant_text(program: &Program, index: u32) -> String {
    match program.constants.get(index as usize) {
        Some(Constant::Number(number)) => format!("{number}"),
        Some(Constant::String(text)) => format!("{text:?}"),
        Some(Constant::Utf16(units)) => format!("{:?}", String::from_utf16_lossy(units)),
        Some(Constant::BigInt(digits)) => format!("{digits}n"),
        Some(Constant::RegExp { pattern, flags }) => format!("/{pattern}/{flags}"),
        Some(Constant::Template { raw, .. }) => format!("template of {}", raw.len()),
        None => format!("constant {index}?"),
    }
}
