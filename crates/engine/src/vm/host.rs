//! What the host grants: time, randomness, zone, functions.

use std::sync::Arc;

use super::Vm;
use crate::completion::{Completion, Unwind};
use crate::realm::natives::Args;
use crate::value::Value;

/// The capabilities of the host that the machine itself needs. Nothing else reaches the outside.
pub trait HostHooks: Send {
    /// Milliseconds since the Unix epoch, for `Date.now` and `new Date()`.
    fn now_ms(&mut self) -> f64;

    /// Random bits for `Math.random` and `crypto`.
    fn random_u64(&mut self) -> u64;

    /// IANA name of the time zone of `Date`.
    fn time_zone(&self) -> &str {
        "UTC"
    }

    /// BCP 47 tag of the default locale.
    fn locale(&self) -> &str {
        "en-US"
    }

    /// Whether the execution must stop now (timeout, cancellation). Asked about every millisecond of work while the
    /// machine cannot yield to the host.
    fn interrupted(&mut self) -> bool {
        false
    }

    /// The same question for work during which the hooks themselves are busy, such as the copying of arguments.
    fn stop_signal(&self) -> Option<StopSignal> {
        None
    }

    /// One line of console output. `level` is `log`, `info`, `debug`, `warn` or `error`.
    fn console(&mut self, level: &'static str, line: String);

    /// A call of a tool: `name` is its path below `tools`, segments joined by dots. The host returns a promise value
    /// (see [`Vm::new_host_promise`]) or throws.
    ///
    /// # Errors
    /// What the program sees thrown, or an abort.
    fn call_tool(&mut self, cx: &mut Vm, name: &Arc<str>, arguments: &[Value]) -> Completion;

    /// The names directly below a path of `tools` (for enumeration): `None` when there is nothing at that path.
    fn tool_names(&self, path: &[String]) -> Option<Vec<String>>;

    /// Whether there is something called `name` directly below a path of `tools`.
    fn has_tool_name(&self, path: &[String], name: &str) -> bool {
        self.tool_names(path).is_some_and(|names| names.iter().any(|known| known == name))
    }

    /// A promise (see [`Vm::new_host_promise`]) that is fulfilled after so many milliseconds (at least 1), or when
    /// [`HostHooks::wake`] is called for a `timer` other than 0. Called only when [`Vm::add_timers`] was.
    ///
    /// # Errors
    /// What the program sees thrown, or an abort.
    fn sleep(&mut self, cx: &mut Vm, _timer: u32, _milliseconds: f64) -> Completion {
        Err(cx.type_error("this host has no timers"))
    }

    /// A timer was cleared: its sleep may end at once.
    fn wake(&mut self, _timer: u32) {}

    /// What a program sees thrown when it lists the names below a path where nothing is.
    fn unknown_namespace(&mut self, cx: &mut Vm, path: &[String]) -> Unwind {
        cx.type_error(&format!("there is nothing at tools.{}", path.join(".")))
    }
}

/// Says whether the execution must stop now.
pub type StopSignal = Arc<dyn Fn() -> bool + Send + Sync>;

/// A global function of the host.
#[derive(Clone)]
pub struct HostFunction {
    /// Its name, also the name of the global.
    pub name: String,
    /// Its `length`.
    pub length: u8,
    /// What it does.
    #[allow(clippy::type_complexity)]
    pub function: Arc<dyn Fn(&mut Vm, &[Value]) -> Completion + Send + Sync>,
}

impl Vm {
    /// Calls a host function with the arguments of a native call.
    pub(crate) fn call_host_function(&mut self, index: u32, args: Args) -> Completion {
        let Some(host) = self.host_functions.get(index as usize).cloned() else { return Ok(Value::UNDEFINED) };
        let arguments = args.to_vec(self, 0);
        (host.function)(self, &arguments)
    }

    /// Runs `work` with the hooks taken out of the machine, so that they may use the machine.
    pub(crate) fn with_hooks<R>(&mut self, work: impl FnOnce(&mut dyn HostHooks, &mut Vm) -> R) -> R {
        let stand_in = NoHooks(self.hooks.stop_signal());
        let mut hooks = std::mem::replace(&mut self.hooks, Box::new(stand_in));
        let result = work(&mut *hooks, self);
        self.hooks = hooks;
        result
    }
}

/// Stands in while the real hooks are at work.
struct NoHooks(Option<StopSignal>);

impl HostHooks for NoHooks {
    fn now_ms(&mut self) -> f64 {
        0.0
    }

    fn random_u64(&mut self) -> u64 {
        0
    }

    fn interrupted(&mut self) -> bool {
        self.0.as_ref().is_some_and(|stop| stop())
    }

    fn console(&mut self, _level: &'static str, _line: String) {}

    fn call_tool(&mut self, cx: &mut Vm, _name: &Arc<str>, _arguments: &[Value]) -> Completion {
        Err(cx.type_error("a tool cannot be called from within a host callback"))
    }

    fn tool_names(&self, _path: &[String]) -> Option<Vec<String>> {
        None
    }
}

impl Vm {
    /// ToString of a value as Rust text.
    ///
    /// # Errors
    /// What the conversion throws.
    pub fn value_to_text(&mut self, value: Value) -> Completion<String> {
        self.to_std_string(value)
    }

    /// The name of the class of a thrown value and its message, without running program code.
    pub fn error_class_and_message(&mut self, error: Value) -> (String, String) {
        let Some(object) = error.as_object() else {
            let shown = self.describe(error);
            return (shown.clone(), shown);
        };
        let class = self.class_name(object).unwrap_or_else(|| "Object".into());
        let message = self.error_headline(object);
        (class, message)
    }

    /// A short text of a value for diagnostics.
    pub fn inspect_value(&mut self, value: Value) -> String {
        self.describe(value)
    }

    /// Adds `$262` as conformance suites need it.
    ///
    /// # Errors
    /// The memory limit.
    #[doc(hidden)]
    pub fn install_test_host(&mut self) -> Completion<()> {
        let host = self.new_object();
        let global = self.intrinsic(crate::realm::Intrinsic::Global);
        self.create_named(host, "global", global.into())?;
        let name = self.heap.new_string("detachArrayBuffer")?;
        let detach = self.new_native_closure(detach_array_buffer, name, 1, Vec::new());
        self.create_named(host, "detachArrayBuffer", detach.into())?;
        self.create_named(global, "$262", host.into())
    }
}

/// `$262.detachArrayBuffer(buffer)`
fn detach_array_buffer(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let buffer = args.at(cx, 0).as_object().filter(|&id| cx.heap.buffer(id).is_some());
    let Some(buffer) = buffer else { return Err(cx.type_error("detachArrayBuffer needs an ArrayBuffer")) };
    cx.detach_buffer(buffer);
    Ok(Value::UNDEFINED)
}

impl Vm {
    /// Adds the `tools` global, through which the tools of the host are reached.
    ///
    /// # Errors
    /// The memory limit.
    pub fn add_tools_global(&mut self) -> Completion<()> {
        let tools = self.new_tool_reference(Vec::new());
        let global = self.intrinsic(crate::realm::Intrinsic::Global);
        let name = crate::realm::names::key::TOOLS;
        self.heap.add_named(global, name, tools.into(), crate::heap::shape::Attributes::CONFIGURABLE);
        Ok(())
    }
}
