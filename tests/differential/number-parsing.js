for (const s of ["", " ", "1", " 12 ", "1e3", "0x1f", "0b11", "0o7", "-0x1", "1_000", ".5", "5.", "+.5e-1", "Infinity", "-Infinity", "inf", "1n", "１", "\u00a01\ufeff", "1 2", "1e1000", "0x", "--1", "١"]) out(() => [Number(s), parseInt(s), parseFloat(s), +s === Number(s), isNaN(s)]);
out(() => [parseInt("12px"), parseInt("0x1F", 16), parseInt("z", 36), parseInt("9", 8), parseInt("1010", 2), parseInt(null, 36), parseInt("900719925474099267"), parseInt(0.0000005), parseFloat("3.14abc"), parseFloat("-.5.5"), Number(null), Number(undefined), Number([]), Number([5]), Number([1, 2]), Number({}), Number(true), Number(new Date(5)), Number("12n")]);
out(() => Number(1n) + Number("0b1"));
out(() => Number(Symbol()));
out(() => +1n);
