// Timers (HTML Standard). A timer is an async function that waits for the host and then calls back; an error of the
// callback is a rejection that nobody observes.

async function TimerRun(timer, callback, delay, args, repeats) {
  do {
    await $Sleep(timer, delay);
    if (!$TimerIsLive(timer)) return;
    if (!repeats) $TimerClear(timer);
    callback(...args);
  } while (repeats && $TimerIsLive(timer));
}

function Timers_setTimeout(callback, delay, ...args) {
  if (!$IsCallable(callback)) $ThrowNotCallable(callback);
  const timer = $TimerStart();
  TimerRun(timer, callback, delay === undefined ? 0 : $ToNumber(delay), args, false);
  return timer;
}

function Timers_setInterval(callback, delay, ...args) {
  if (!$IsCallable(callback)) $ThrowNotCallable(callback);
  const timer = $TimerStart();
  TimerRun(timer, callback, delay === undefined ? 0 : $ToNumber(delay), args, true);
  return timer;
}

function Timers_clear(timer) {
  $TimerClear(timer);
}

async function Scheduler_wait(delay) {
  await $Sleep(0, delay);
}
