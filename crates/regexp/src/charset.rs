//! Sets of code points as sorted ranges: the compile-time form of character classes.

/// The largest code point.
pub(crate) const MAX_CODE_POINT: u32 = 0x10_FFFF;

/// A set of code points (or, without `u` and `v`, of code units): sorted, disjoint, non-adjacent inclusive ranges.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct CharSet {
    ranges: Vec<(u32, u32)>,
}

impl CharSet {
    /// The set without members.
    pub(crate) const EMPTY: Self = Self { ranges: Vec::new() };

    /// The set without members.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// The set of one code point.
    pub(crate) fn single(ch: u32) -> Self {
        Self { ranges: vec![(ch, ch)] }
    }

    /// The set of one inclusive range.
    pub(crate) fn range(first: u32, last: u32) -> Self {
        Self { ranges: vec![(first, last)] }
    }

    /// Builds a set from ranges in any order, overlapping or not.
    pub(crate) fn from_ranges(mut ranges: Vec<(u32, u32)>) -> Self {
        if ranges.windows(2).any(|pair| matches!(pair, [a, b] if a.1.saturating_add(1) >= b.0)) {
            ranges.sort_unstable();
            let mut merged: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
            for (first, last) in ranges {
                match merged.last_mut() {
                    Some(top) if first <= top.1.saturating_add(1) => top.1 = top.1.max(last),
                    _ => merged.push((first, last)),
                }
            }
            ranges = merged;
        }
        Self { ranges }
    }

    /// The ranges in ascending order.
    pub(crate) fn ranges(&self) -> &[(u32, u32)] {
        &self.ranges
    }

    /// Whether the set has no member.
    pub(crate) fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// The only member, if there is exactly one.
    pub(crate) fn only_member(&self) -> Option<u32> {
        match self.ranges.as_slice() {
            [(first, last)] if first == last => Some(*first),
            _ => None,
        }
    }

    /// Members of either set.
    pub(crate) fn union(&self, other: &Self) -> Self {
        if other.is_empty() {
            return self.clone();
        }
        let mut ranges = Vec::with_capacity(self.ranges.len() + other.ranges.len());
        ranges.extend_from_slice(&self.ranges);
        ranges.extend_from_slice(&other.ranges);
        Self::from_ranges(ranges)
    }

    /// Members of both sets.
    pub(crate) fn intersection(&self, other: &Self) -> Self {
        let mut ranges = Vec::new();
        let (mut left, mut right) = (self.ranges.iter().peekable(), other.ranges.iter().peekable());
        while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
            let (first, last) = (a.0.max(b.0), a.1.min(b.1));
            if first <= last {
                ranges.push((first, last));
            }
            if a.1 < b.1 {
                left.next();
            } else {
                right.next();
            }
        }
        Self { ranges }
    }

    /// All code points up to `max` that are not members.
    pub(crate) fn complement(&self, max: u32) -> Self {
        let mut ranges = Vec::with_capacity(self.ranges.len() + 1);
        let mut next = 0;
        for &(first, last) in &self.ranges {
            if first > max {
                break;
            }
            if next < first {
                ranges.push((next, first - 1));
            }
            next = last + 1;
        }
        if next <= max {
            ranges.push((next, max));
        }
        Self { ranges }
    }

    /// Members of this set that are not members of `other`.
    pub(crate) fn difference(&self, other: &Self) -> Self {
        self.intersection(&other.complement(MAX_CODE_POINT))
    }

    /// Whether every member is a member of `other`.
    pub(crate) fn is_subset(&self, other: &Self) -> bool {
        self.ranges.iter().all(|&(first, last)| {
            let idx = other.ranges.partition_point(|range| range.1 < first);
            other.ranges.get(idx).is_some_and(|range| range.0 <= first && last <= range.1)
        })
    }
}

/// Whether `ch` lies in one of the sorted `ranges`.
pub(crate) fn contains(ranges: &[(u32, u32)], ch: u32) -> bool {
    let idx = ranges.partition_point(|range| range.1 < ch);
    ranges.get(idx).is_some_and(|range| range.0 <= ch)
}

/// Whether two sorted lists of ranges have a common member.
pub(crate) fn intersects(left: &[(u32, u32)], right: &[(u32, u32)]) -> bool {
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        if a.0.max(b.0) <= a.1.min(b.1) {
            return true;
        }
        if a.1 < b.1 {
            left.next();
        } else {
            right.next();
        }
    }
    false
}
