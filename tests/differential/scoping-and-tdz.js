out(() => x1);
out(() => { x2; let x2 = 1; });
out(() => { typeof x3; const x3 = 1; });
out(() => { f(); let y = 1; function f() { return y; } });
out(() => { let a = a; });
out(() => ((a = b, b) => a)());
out(() => ((a, b = a) => [a, b])(1));
out(() => { let s = []; for (let i = 0; i < 3; i++) { s.push(() => i); i += 0; } return s.map((f) => f()); });
out(() => { var s = []; for (var i = 0; i < 3; i++) s.push(() => i); return s.map((f) => f()); });
out(() => { switch (1) { case 0: let z = 1; case 1: z; } });
out(() => { try { throw 1; } catch (e) { var e = 2; } return typeof e; });
out(() => { { function inner() { return 1; } } return typeof inner; });
out(() => { const f = function g() { g = 1; }; f(); });
out(() => { undefinedVariable = 1; });
out(() => { const c = 1; c++; });
out(() => { class K {} K = 1; return K; }); try { throw { a: 1 }; } catch ({ a: q = q, b }) { log([q, b]); } try { throw {}; } catch ({ a = a }) { log(a); }
