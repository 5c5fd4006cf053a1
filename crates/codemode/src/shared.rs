//! The engine that all executions of the process share.

use std::sync::{Arc, OnceLock};

use codemode_compiler::CompileOptions;
use codemode_engine::Engine;

/// The engine with its prelude, prepared on first use.
///
/// # Panics
/// When the prelude does not compile: a broken build, caught by the tests.
#[doc(hidden)]
pub fn shared_engine() -> &'static Arc<Engine> {
    static ENGINE: OnceLock<Arc<Engine>> = OnceLock::new();
    ENGINE.get_or_init(|| {
        let options = CompileOptions {
            name: Arc::from("prelude"),
            builtin: true,
            intrinsics: Engine::intrinsic_operations(),
            ..CompileOptions::default()
        };
        let prelude = match codemode_compiler::compile(&Engine::prelude_source(), &options) {
            Ok(prelude) => prelude,
            #[allow(clippy::panic)]
            Err(errors) => panic!("the prelude does not compile: {errors:?}"),
        };
        Arc::new(Engine::new(Arc::new(prelude)))
    })
}
