//! From bytes to text (WHATWG Encoding §9, §10, §14), in pieces: what a piece leaves unfinished waits for the next one.

use crate::heap::string_builder::StringBuilder;
use crate::heap::text::Str;

/// The known encodings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    Utf16Le,
    Utf16Be,
    Windows1252,
}

/// Labels in lower case, by encoding (§4.2).
const LABELS: [(Encoding, &[&str]); 4] = [
    (Encoding::Utf8, &["utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8"]),
    (Encoding::Utf16Le, &["utf-16le", "utf-16", "ucs-2", "unicode", "csunicode", "iso-10646-ucs-2", "unicodefeff"]),
    (Encoding::Utf16Be, &["utf-16be", "unicodefffe"]),
    (
        Encoding::Windows1252,
        &[
            "latin1",
            "windows-1252",
            "iso-8859-1",
            "ascii",
            "us-ascii",
            "ansi_x3.4-1968",
            "cp1252",
            "cp819",
            "csisolatin1",
            "ibm819",
            "iso-ir-100",
            "iso8859-1",
            "iso88591",
            "iso_8859-1",
            "iso_8859-1:1987",
            "l1",
            "x-cp1252",
        ],
    ),
];

/// windows-1252 from 0x80 to 0x9F; all other bytes are the code points of the same number.
const WINDOWS_1252: [u16; 32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
];

const REPLACEMENT: u16 = 0xFFFD;
const BOM: char = '\u{feff}';

impl Encoding {
    /// The encoding that a label names (§4.2 "get an encoding").
    pub(super) fn of_label(label: &str) -> Option<Encoding> {
        let label = label.trim_matches(['\t', '\n', '\u{c}', '\r', ' ']).to_ascii_lowercase();
        LABELS.iter().find(|(_, labels)| labels.contains(&label.as_str())).map(|(encoding, _)| *encoding)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16Le => "utf-16le",
            Encoding::Utf16Be => "utf-16be",
            Encoding::Windows1252 => "windows-1252",
        }
    }
}

/// A decoder at work.
#[derive(Debug, Clone)]
pub(super) struct Decoding {
    encoding: Encoding,
    fatal: bool,
    ignore_bom: bool,
    /// The start of a character whose rest has not come: three bytes at most.
    pending: Vec<u8>,
    /// Some text has come, so that U+FEFF is no byte order mark any more.
    has_started: bool,
}

impl Decoding {
    pub(super) fn new(encoding: Encoding, fatal: bool, ignore_bom: bool) -> Decoding {
        Decoding { encoding, fatal, ignore_bom, pending: Vec::new(), has_started: false }
    }

    pub(super) fn encoding(&self) -> Encoding {
        self.encoding
    }

    pub(super) fn is_fatal(&self) -> bool {
        self.fatal
    }

    pub(super) fn ignores_bom(&self) -> bool {
        self.ignore_bom
    }

    /// Forgets what came before.
    pub(super) fn reset(&mut self) {
        self.pending.clear();
        self.has_started = false;
    }

    /// Decodes a piece. False when it is wrong and the decoder is fatal.
    pub(super) fn push(&mut self, bytes: &[u8], out: &mut StringBuilder) -> bool {
        match self.encoding {
            Encoding::Windows1252 => {
                for &byte in bytes {
                    out.push_unit(match byte {
                        0x80..0xA0 => WINDOWS_1252.get(usize::from(byte - 0x80)).copied().unwrap_or(u16::from(byte)),
                        _ => u16::from(byte),
                    });
                }
                true
            }
            Encoding::Utf8 => {
                let joined = self.join(bytes);
                self.push_utf8(&joined, out)
            }
            Encoding::Utf16Le | Encoding::Utf16Be => {
                let joined = self.join(bytes);
                self.push_utf16(&joined, out)
            }
        }
    }

    /// The end of the input. False when a character is unfinished and the decoder is fatal.
    pub(super) fn finish(&mut self, out: &mut StringBuilder) -> bool {
        if self.pending.is_empty() {
            return true;
        }
        self.pending.clear();
        self.wrong(out)
    }

    /// What waits, and the new bytes behind it.
    fn join(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut joined = std::mem::take(&mut self.pending);
        joined.extend_from_slice(bytes);
        joined
    }

    /// A wrong character.
    fn wrong(&mut self, out: &mut StringBuilder) -> bool {
        self.has_started = true;
        out.push_unit(REPLACEMENT);
        !self.fatal
    }

    fn push_utf8(&mut self, bytes: &[u8], out: &mut StringBuilder) -> bool {
        let mut rest = bytes;
        loop {
            let (valid, error) = match std::str::from_utf8(rest) {
                Ok(text) => (text, None),
                Err(error) => {
                    let valid = rest.get(..error.valid_up_to()).unwrap_or(&[]);
                    (std::str::from_utf8(valid).unwrap_or_default(), Some(error))
                }
            };
            self.push_text(valid, out);
            let Some(error) = error else { return true };
            let after = rest.get(error.valid_up_to()..).unwrap_or(&[]);
            let Some(length) = error.error_len() else {
                self.pending = after.to_vec();
                return true;
            };
            if !self.wrong(out) {
                return false;
            }
            rest = after.get(length..).unwrap_or(&[]);
        }
    }

    fn push_text(&mut self, text: &str, out: &mut StringBuilder) {
        if text.is_empty() {
            return;
        }
        let shown = match text.strip_prefix(BOM) {
            Some(rest) if !self.has_started && !self.ignore_bom => rest,
            _ => text,
        };
        self.has_started = true;
        out.push_str(shown);
    }

    fn push_utf16(&mut self, bytes: &[u8], out: &mut StringBuilder) -> bool {
        let read = |pair: &[u8]| match *pair {
            [low, high] if self.encoding == Encoding::Utf16Le => u16::from_le_bytes([low, high]),
            [high, low] => u16::from_be_bytes([high, low]),
            _ => REPLACEMENT,
        };
        let pairs = bytes.chunks_exact(2);
        let odd = pairs.remainder().to_vec();
        let units: Vec<u16> = pairs.map(read).collect();
        let text = Str::Utf16(&units);
        let mut at = 0;
        while let Some((code_point, length)) = text.code_point_at(at) {
            at += length;
            let is_lone = (0xD800..0xE000).contains(&code_point);
            if is_lone && code_point < 0xDC00 && at == units.len() {
                // Its other half may still come.
                self.pending = bytes.get((at - 1) * 2..at * 2).unwrap_or(&[]).to_vec();
                break;
            }
            if is_lone {
                if !self.wrong(out) {
                    return false;
                }
            } else if code_point == u32::from(BOM) && !self.has_started && !self.ignore_bom {
                self.has_started = true;
            } else {
                self.has_started = true;
                out.push_code_point(code_point);
            }
        }
        self.pending.extend(odd);
        true
    }
}
