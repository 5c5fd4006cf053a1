// Caesar, Vigenère, run lengths, Morse, binary, hexadecimal.
const shift = (s, n) => s.replace(/[a-z]/gi, (c) => { const base = c <= "Z" ? 65 : 97; return String.fromCharCode(((c.charCodeAt(0) - base + n + 26) % 26) + base); });
const vigenere = (s, key, sign = 1) => { let i = 0; return s.replace(/[a-z]/g, (c) => shift(c, sign * (key.charCodeAt(i++ % key.length) - 97))); };
const rle = (s) => s.replace(/(.)\1+/gs, (run, c) => run.length + c);
const unrle = (s) => s.replace(/(\d+)(\D)/g, (_, n, c) => c.repeat(n));
const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).padStart(2, "0")).join(" ");
const binary = (n) => n.toString(2).padStart(8, "0").replace(/(.{4})/g, "$1 ").trim();
return [shift("Hello, World!", 3), shift(shift("Zebra", 13), 13), vigenere("attackatdawn", "lemon"), vigenere(vigenere("attackatdawn", "lemon"), "lemon", -1), rle("aaabccdddd"), unrle(rle("aaabccdddd")), hex("Aé😀"), [0, 5, 200].map(binary), parseInt("11111111", 2), (255).toString(36)];
