// atob and btoa.
const attempt = (run) => { try { return run(); } catch (error) { return [error.name, error.code ?? null]; } };
const out = {};
out.encode = ["", "f", "fo", "foo", "foob", "fooba", "foobar", "é", "\0\xff\x80", "a\nb"].map((text) => [text, btoa(text), atob(btoa(text)) === text]);
out.decode = ["", "YQ==", "YQ", "YWI=", "YWI", "YWJj", " Y Q\n=\t= ", "YQ=", "YQ===", "Y", "YWJjZA", "!", "YR==", "€", "Y=Q=", "=", "====", "A===", "ab=c", "-_", "//79"].map((text) => [text, attempt(() => atob(text))]);
out.values = [btoa(null), btoa(undefined), btoa(12), btoa(true), btoa([1, 2]), attempt(() => atob(null).length), attempt(() => btoa("€")), attempt(() => btoa()).at(0), attempt(() => atob()).at(0)];
out.all = btoa(Array.from({ length: 256 }, (_, i) => String.fromCharCode(i)).join(""));
out.long = (() => { const text = "abc".repeat(5000) + "x"; const coded = btoa(text); return [coded.length, coded.slice(-8), atob(coded) === text]; })();
out.json = JSON.parse(atob(btoa(JSON.stringify({ a: [1, { b: "x" }] }))));
return out;
