//! Garbage collection from the machine's side: the roots.

use super::{InlineCache, Vm};
use crate::heap::gc::Tracer;
use crate::value::{ObjectId, Value};

impl Vm {
    /// Collects when it is due and possible: no built-in may be at work, since built-ins hold plain values.
    #[inline]
    pub(crate) fn collect_if_due(&mut self) {
        if self.native_depth == 0 && (self.heap.wants_collection() || cfg!(feature = "gc-stress")) {
            self.collect();
        }
    }

    /// Collects now.
    #[cold]
    pub(crate) fn collect(&mut self) {
        let mut tracer = Tracer::default();
        tracer.values(self.stack.get(..self.top).unwrap_or(&[]));
        for frame in &self.frames {
            frame.trace(&mut tracer);
        }
        tracer.values(&self.constants);
        for &key in &self.site_keys {
            tracer.key(key);
        }
        for shape in self.template_shapes.iter().flatten() {
            tracer.shape(*shape);
        }
        for &id in self.intrinsics.iter().chain(&self.native_objects) {
            if id != u32::MAX {
                tracer.object(ObjectId(id));
            }
        }
        for (&key, &symbol) in &self.symbol_registry {
            tracer.key(key);
            tracer.value(Value::symbol(symbol));
        }
        for job in &self.jobs {
            job.trace(&mut tracer);
        }
        for &promise in &self.promises.rejected {
            tracer.object(promise);
        }
        self.session.trace(&mut tracer);
        tracer.values(&self.host_roots);
        tracer.values(&self.temporaries);
        tracer.value(self.native_new_target);
        tracer.value(self.active_native);
        tracer.value(self.thrown_value);
        self.pending_throw.into_iter().for_each(|error| tracer.value(error));
        self.main_promise.into_iter().for_each(|id| tracer.object(id));
        let loaded = std::mem::take(&mut self.loaded);
        self.heap.collect(tracer, &|program, function| {
            loaded
                .get(program as usize)
                .and_then(|loaded| loaded.program.functions.get(function as usize))
                .map_or(0, |code| code.captures.len())
        });
        self.loaded = loaded;
        self.recount_pending_promises();
        // Ids of shapes may be given out again.
        self.caches.fill(InlineCache::EMPTY);
    }
}

impl Vm {
    /// Promises that nobody can settle any more are gone, though they were never settled.
    fn recount_pending_promises(&mut self) {
        if self.promises.pending < super::job::PENDING_NOTICE {
            return;
        }
        let objects = (0..self.heap.objects.len() as u32).map(ObjectId);
        let pending = objects.filter(|&id| {
            let data = self.heap.data::<super::job::PromiseData>(id);
            data.is_some_and(|data| data.state == super::job::PromiseState::Pending)
        });
        self.promises.pending = pending.count() as u32;
    }
}

impl super::frame::Frame {
    pub(crate) fn trace(&self, tracer: &mut Tracer) {
        tracer.object(self.callee);
        tracer.value(self.this);
        tracer.value(self.new_target);
        if let Some(arguments) = &self.arguments {
            tracer.values(arguments);
        }
        if let super::frame::OnReturn::Reaction { end } = self.on_return {
            tracer.object(end);
        }
        self.coroutine.into_iter().chain(self.promise).for_each(|id| tracer.object(id));
    }
}
