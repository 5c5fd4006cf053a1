//! The flags of a regular expression.

/// Flags of a regular expression, each at most once (ECMA-262, section 22.2.3.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags {
    /// `d`: the caller reports the indices of groups.
    pub has_indices: bool,
    /// `g`: the caller goes on from the last match.
    pub global: bool,
    /// `i`: characters are compared after case folding.
    pub ignore_case: bool,
    /// `m`: `^` and `$` match at line ends too.
    pub multiline: bool,
    /// `s`: `.` matches line terminators too.
    pub dot_all: bool,
    /// `u`: surrogate pairs are one character.
    pub unicode: bool,
    /// `v`: as `u`, with set notation and properties of strings.
    pub unicode_sets: bool,
    /// `y`: the caller matches at `lastIndex` only.
    pub sticky: bool,
}

impl Flags {
    /// Reads flags such as `"gi"`. `None` if one is unknown or repeated, or if `u` and `v` come together.
    pub fn parse(text: &str) -> Option<Self> {
        let mut flags = Self::default();
        for letter in text.chars() {
            let flag = match letter {
                'd' => &mut flags.has_indices,
                'g' => &mut flags.global,
                'i' => &mut flags.ignore_case,
                'm' => &mut flags.multiline,
                's' => &mut flags.dot_all,
                'u' => &mut flags.unicode,
                'v' => &mut flags.unicode_sets,
                'y' => &mut flags.sticky,
                _ => return None,
            };
            if std::mem::replace(flag, true) {
                return None;
            }
        }
        (!(flags.unicode && flags.unicode_sets)).then_some(flags)
    }

    /// Whether surrogate pairs are one character: `u` or `v`.
    pub fn is_unicode(self) -> bool {
        self.unicode || self.unicode_sets
    }
}

/// Writes the flags in the order of the `flags` accessor, `dgimsuvy`.
impl std::fmt::Display for Flags {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all = [
            (self.has_indices, "d"),
            (self.global, "g"),
            (self.ignore_case, "i"),
            (self.multiline, "m"),
            (self.dot_all, "s"),
            (self.unicode, "u"),
            (self.unicode_sets, "v"),
            (self.sticky, "y"),
        ];
        all.iter().filter(|flag| flag.0).try_for_each(|flag| f.write_str(flag.1))
    }
}
