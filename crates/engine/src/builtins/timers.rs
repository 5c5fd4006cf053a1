//! Timers: `setTimeout`, `clearTimeout`, `setInterval`, `clearInterval` and `scheduler.wait` (HTML Standard, timers).
//!
//! They are no globals until the host asks for them (`Vm::add_timers`); the waiting itself is the host's.

use rustc_hash::FxHashSet;

use crate::completion::Completion;
use crate::heap::shape::Attributes;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;

/// Longer delays are taken as one millisecond, as everywhere.
const MAX_DELAY: f64 = 2_147_483_647.0;

/// The timers of a program that have not come to their end.
#[derive(Debug, Default)]
pub(crate) struct Timers {
    last: u32,
    live: FxHashSet<u32>,
}

/// `$TimerStart()`: the number of a new timer.
pub(crate) fn start_operation(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    cx.heap.charge(size_of::<u32>() * 4)?;
    cx.timers.last = cx.timers.last.wrapping_add(1);
    let timer = cx.timers.last;
    cx.timers.live.insert(timer);
    Ok(Value::number(f64::from(timer)))
}

/// `$TimerIsLive(timer)`
pub(crate) fn is_live_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let timer = timer_number(args.at(cx, 0));
    Ok(timer.is_some_and(|timer| cx.timers.live.contains(&timer)).into())
}

/// `$TimerClear(timer)`: ends a timer; what is no timer is ignored.
pub(crate) fn clear_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    if let Some(timer) = timer_number(args.at(cx, 0))
        && cx.timers.live.remove(&timer)
    {
        cx.with_hooks(|hooks, _| hooks.wake(timer));
    }
    Ok(Value::UNDEFINED)
}

/// `$Sleep(timer, delay)`: a promise that the host fulfills after `delay` milliseconds, or when the timer is cleared.
pub(crate) fn sleep_operation(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let timer = timer_number(args.at(cx, 0)).unwrap_or(0);
    let delay = args.at(cx, 1);
    let delay = cx.to_number(delay)?;
    let delay = if (1.0..=MAX_DELAY).contains(&delay) { delay.trunc() } else { 1.0 };
    cx.with_hooks(|hooks, cx| hooks.sleep(cx, timer, delay))
}

fn timer_number(value: Value) -> Option<u32> {
    let number = value.as_number()?;
    (number >= 1.0 && number <= f64::from(u32::MAX) && number.trunc() == number).then_some(number as u32)
}

/// What becomes global when the host grants timers.
pub(crate) static TIMERS: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        prelude("setTimeout", 1, "Timers_setTimeout"),
        prelude("clearTimeout", 0, "Timers_clear"),
        prelude("setInterval", 1, "Timers_setInterval"),
        prelude("clearInterval", 0, "Timers_clear"),
        object("scheduler", Intrinsic::Scheduler),
    ],
);

pub(crate) static SCHEDULER: ObjectTable =
    ordinary(Intrinsic::ObjectPrototype, &[prelude("wait", 1, "Scheduler_wait"), tag("Scheduler")]);

impl Vm {
    /// Makes the timers global.
    ///
    /// # Errors
    /// The memory limit.
    pub fn add_timers(&mut self) -> Completion<()> {
        let timers = self.intrinsic(Intrinsic::Timers);
        let global = self.intrinsic(Intrinsic::Global);
        for property in self.own_property_keys(timers)? {
            let value = self.get(timers, property)?;
            self.heap.add_named(global, property, value, Attributes::HIDDEN);
        }
        Ok(())
    }
}
