//! Sessions: programs that see what earlier ones declared.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use codemode_compiler::{CompileOptions, SessionName};
pub use codemode_engine::Members;
use codemode_engine::{Completion, Vm};

use super::contain::compile_contained;
use super::driver::{CurrentRun, execution_span, new_machine, prepare, refused, run_started};
use super::run::{Hooks, RunHandle};
use super::runtime::{CodeMode, Shared};
use crate::ExecutionResult;

/// Programs that run one after the other and share their top-level bindings, as in a REPL.
///
/// Every program has its own limits, tool calls, logs and result. What one declares at its top level (variables,
/// functions, classes) the next ones see, and may declare again: functions of earlier programs then use the new value.
/// A binding that never got its value, because its program failed first, does not exist afterwards; one that was being
/// declared again keeps its old value. Whatever is still running when a program ends is interrupted, as always.
///
/// What a session keeps counts against the memory limit.
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// use codemode::{CodeMode, ToolSet};
///
/// let mut session = CodeMode::new(ToolSet::default())?.session();
/// session.execute("const rows = [1, 2, 3]").await;
/// let result = session.execute("rows.length").await;
/// assert_eq!(result.value(), Some(&3.into()));
/// # Ok::<(), codemode::ConfigError>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session {
    runtime: CodeMode,
    /// Made by the first program.
    machine: Option<Machine>,
    /// Programs run so far.
    programs: u64,
    shows: bool,
    shown: Option<String>,
    /// The variable that holds the last value.
    last_value: Option<Arc<str>>,
    random: Arc<Mutex<Box<dyn FnMut() -> u64 + Send>>>,
}

struct Machine {
    vm: Vm,
    current: CurrentRun,
    /// A program was started and its end has not been seen to.
    is_running: bool,
}

/// A name that programs of a session find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionBinding {
    /// The name.
    pub name: String,
    /// Whether assignments to it throw.
    pub is_constant: bool,
}

impl CodeMode {
    /// Starts a session over the tools and settings of this runtime.
    #[must_use]
    pub fn session(&self) -> Session {
        let random = Arc::new(Mutex::new((self.0.random)()));
        Session {
            runtime: self.clone(),
            machine: None,
            programs: 0,
            shows: false,
            shown: None,
            last_value: None,
            random,
        }
    }
}

impl Session {
    /// Runs a program. Dropping the future stops it; the session can be used further.
    pub async fn execute(&mut self, source: &str) -> ExecutionResult {
        let shared = self.runtime.0.clone();
        let deadline = shared.limits.timeout().map(|timeout| Instant::now() + timeout);
        self.settle_last();
        self.shown = None;
        self.programs += 1;
        let options = CompileOptions {
            name: format!("{}#{}", shared.source_name, self.programs).into(),
            session: Some(self.known_names()),
            ..shared.compile_options(deadline)
        };
        let program = match compile_contained(source, &options, &shared.limits) {
            Ok(program) => Arc::new(program),
            Err(diagnostic) => return refused(diagnostic, &shared).0,
        };
        let handle = RunHandle::new(shared.clone(), deadline, execution_span());
        {
            let mut run = handle.lock();
            run.is_session = true;
            run.shows = self.shows;
            run.last_value = self.last_value.clone();
        }
        let (Machine { vm, is_running, .. }, prepared) = self.machine_for(&shared, &handle);
        *is_running = true;
        let started = prepared.and_then(|()| vm.start_in_session(program));
        let (result, is_orderly) = run_started(vm, &handle, started).await;
        self.shown = handle.lock().shown.take();
        if is_orderly {
            self.settle_last();
            return result;
        }
        self.machine = None;
        match result {
            ExecutionResult::Failure(mut failure) => {
                failure.error.suggestions.push("the session was started anew: declare what it kept again".into());
                failure.into()
            }
            success @ ExecutionResult::Success(_) => success,
        }
    }

    /// What programs find besides the globals, in order of declaration.
    #[must_use]
    pub fn bindings(&self) -> Vec<SessionBinding> {
        let names = self.known_names().into_iter();
        names.map(|SessionName { name, is_constant }| SessionBinding { name, is_constant }).collect()
    }

    /// What could follow `path` and a dot, such as `order.lines[0]`: found by looking, without running program code.
    /// `None` where that cannot be told.
    ///
    /// ```
    /// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
    /// use codemode::{CodeMode, Members, ToolSet};
    ///
    /// let mut session = CodeMode::new(ToolSet::default())?.session();
    /// session.execute("const order = { id: 7, get total() { throw new Error('not now') } }").await;
    /// let Some(Members::Names(names)) = session.members("order") else { panic!("it is an object") };
    /// assert_eq!(names[..2], ["id", "total"]);
    /// assert_eq!(session.members("order.total"), None);
    /// # Ok::<(), codemode::ConfigError>(())
    /// # })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn members(&mut self, path: &str) -> Option<Members> {
        self.settle_last();
        let shared = self.runtime.0.clone();
        let handle = RunHandle::new(shared.clone(), None, tracing::Span::none());
        let (machine, prepared) = self.machine_for(&shared, &handle);
        prepared.ok()?;
        machine.vm.members(path)
    }

    /// From now on keeps how the console would print the value of each program, also of one that is no plain data.
    pub fn show_values(&mut self) {
        self.shows = true;
    }

    /// How the console would print the value of the last program, if [`Session::show_values`] asked for it and the program
    /// came to its end.
    #[must_use]
    pub fn shown(&self) -> Option<&str> {
        self.shown.as_deref()
    }

    /// From now on the value of each program that has one is kept in a variable, as `_` is in other loops. It is the
    /// value itself, not its JSON. A program that declares the name takes it over.
    ///
    /// ```
    /// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
    /// use codemode::{CodeMode, ToolSet};
    ///
    /// let mut session = CodeMode::new(ToolSet::default())?.session();
    /// session.name_last_value("_");
    /// session.execute("new Map([['a', 1]])").await;
    /// assert_eq!(session.execute("_.get('a') + 1").await.value(), Some(&2.into()));
    /// # Ok::<(), codemode::ConfigError>(())
    /// # })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn name_last_value(&mut self, name: &str) {
        self.last_value = Some(name.into());
    }

    /// Bytes of memory that the session holds.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.machine.as_ref().map_or(0, |machine| machine.vm.used_bytes())
    }

    /// Forgets everything that programs declared.
    pub fn reset(&mut self) {
        self.machine = None;
    }

    /// The runtime that the session belongs to.
    #[must_use]
    pub fn runtime(&self) -> &CodeMode {
        &self.runtime
    }

    /// Runs further programs on another runtime, for example one with other tools. What programs declared stays; the
    /// memory limit stays as it was when the first of them ran.
    pub fn set_runtime(&mut self, runtime: CodeMode) {
        self.runtime = runtime;
    }

    pub(super) fn known_names(&self) -> Vec<SessionName> {
        let names = self.machine.as_ref().map(|machine| machine.vm.session_names()).unwrap_or_default();
        names.into_iter().map(|(name, is_constant)| SessionName { name, is_constant }).collect()
    }

    /// The machine with new hooks; made where there is none.
    fn machine_for(&mut self, shared: &Arc<Shared>, handle: &RunHandle) -> (&mut Machine, Completion<()>) {
        let hooks: Box<Hooks> = Box::new(self.hooks(shared, handle));
        match &mut self.machine {
            Some(machine) => {
                machine.vm.prepare_in_session(hooks, shared.limits.max_instructions);
                machine.current.set(handle);
                (machine, Ok(()))
            }
            empty @ None => {
                let vm = new_machine(shared, hooks);
                let machine = empty.insert(Machine { vm, current: CurrentRun::default(), is_running: false });
                machine.current.set(handle);
                let prepared = prepare(&mut machine.vm, &machine.current);
                (machine, prepared)
            }
        }
    }

    /// Sees to the end of the last program, also of one whose future was dropped.
    fn settle_last(&mut self) {
        if let Some(machine) = &mut self.machine
            && std::mem::take(&mut machine.is_running)
        {
            machine.vm.end_in_session();
        }
    }

    fn hooks(&self, shared: &Arc<Shared>, handle: &RunHandle) -> Hooks {
        let random = self.random.clone();
        Hooks::new(handle, shared, Box::new(move || (random.lock().unwrap_or_else(PoisonError::into_inner))()))
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("programs", &self.programs).field("bindings", &self.bindings()).finish()
    }
}
