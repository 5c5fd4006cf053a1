out(() => [1_000, 0xFF_FF, 0b1010_0001, 0o17, 1e3, .5, 5., 0.0, 1_0.0_1, 10n, 0xFFn, 1e-10, 0xffffffffffffffff]);
out(() => ["\x41\u0041\u{41}", "\0", "\b\f\v", '\'', "a\
b"]);
out(() => [1..toString(), 1.5.toFixed(), (1).constructor.name]);
