//! Prints the bytecode of a source text read from standard input: `cargo run -p codemode-compiler --example listing`.

use std::io::Read;

fn main() -> std::io::Result<()> {
    let mut source = String::new();
    std::io::stdin().read_to_string(&mut source)?;
    match codemode_compiler::compile(&source, &codemode_compiler::CompileOptions::default()) {
        Ok(program) => print!("{}", codemode_bytecode::disassemble(&program)),
        Err(errors) => errors.iter().for_each(|error| eprintln!("{error}")),
    }
    Ok(())
}
