//! Steps a pattern takes: `probe PATTERN FLAGS INPUT`.
use codemode_regexp::{Budget, Input, NoRefill, Regex, Scratch};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let [_, pattern, flags, input] = args.as_slice() else { return };
    let regex = match Regex::compile_str(pattern, flags) {
        Ok(regex) => regex,
        Err(error) => return println!("{error:?}"),
    };
    let units: Vec<u16> = input.encode_utf16().collect();
    let mut source = NoRefill;
    let mut budget = Budget::new(5_000_000, &mut source);
    let mut scratch = Scratch::new();
    let found = regex.find_from(Input::Utf16(&units), 0, &mut budget, &mut scratch);
    println!("{found:?} {:?} in {} steps", scratch.groups(), 5_000_000 - budget.steps);
    if std::env::var_os("DUMP").is_some() {
        println!("{regex:#?}");
    }
}
