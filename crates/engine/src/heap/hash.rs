//! Keyed hashes of text and keys: a program cannot prepare keys that collide, since the keys differ between processes.
//!
//! Sixteen bytes at a time are mixed with two secret words by a multiplication whose two halves are folded together.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::OnceLock;

#[derive(Debug, Clone, Copy)]
struct Secret([u64; 3]);

fn secret() -> Secret {
    static SECRET: OnceLock<Secret> = OnceLock::new();
    *SECRET.get_or_init(|| {
        let state = RandomState::new();
        Secret([state.hash_one(1u8), state.hash_one(2u8), state.hash_one(3u8) | 1])
    })
}

fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a).wrapping_mul(u128::from(b));
    (product as u64) ^ (product >> 64) as u64
}

/// Hash of one word.
pub(crate) fn hash_word(word: u64) -> u64 {
    let Secret([first, second, _]) = secret();
    fold(word ^ first, second)
}

/// Hash of bytes.
pub(crate) fn hash_bytes(bytes: &[u8]) -> u64 {
    let (pairs, rest) = bytes.as_chunks::<16>();
    let mut state = State::new(bytes.len());
    for pair in pairs {
        let value = u128::from_le_bytes(*pair);
        state.add(value as u64, (value >> 64) as u64);
    }
    if !rest.is_empty() {
        let mut last = [0; 16];
        last.iter_mut().zip(rest).for_each(|(slot, byte)| *slot = *byte);
        let value = u128::from_le_bytes(last);
        state.add(value as u64, (value >> 64) as u64);
    }
    state.finish()
}

/// Hash of UTF-16 code units.
pub(crate) fn hash_units(units: &[u16]) -> u64 {
    let mut state = State::new(units.len());
    for chunk in units.chunks(8) {
        let mut words = [0u64; 2];
        for (at, unit) in chunk.iter().enumerate() {
            if let Some(word) = words.get_mut(at / 4) {
                *word |= u64::from(*unit) << (at % 4 * 16);
            }
        }
        state.add(words[0], words[1]);
    }
    state.finish()
}

struct State {
    secret: Secret,
    value: u64,
}

impl State {
    fn new(length: usize) -> State {
        let secret = secret();
        State { secret, value: secret.0[2] ^ length as u64 }
    }

    fn add(&mut self, low: u64, high: u64) {
        let Secret([first, second, _]) = self.secret;
        self.value =
            fold(low ^ first ^ self.value, high ^ second).rotate_left(23) ^ self.value.wrapping_mul(self.secret.0[2]);
    }

    fn finish(&self) -> u64 {
        fold(self.value ^ self.secret.0[1], self.secret.0[2])
    }
}

/// For things that know how to hash themselves.
pub(crate) struct KeyedHasher(State);

impl KeyedHasher {
    pub(crate) fn new() -> KeyedHasher {
        KeyedHasher(State::new(0))
    }
}

impl Hasher for KeyedHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0.add(hash_bytes(bytes), bytes.len() as u64);
    }

    fn write_u64(&mut self, word: u64) {
        self.0.add(word, 0);
    }

    fn write_usize(&mut self, word: usize) {
        self.0.add(word as u64, 1);
    }

    fn finish(&self) -> u64 {
        self.0.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// The keys whose hashes an unkeyed multiplicative hash makes alike, and many similar ones, do not collide.
    #[test]
    fn similar_texts_hash_apart() {
        let mut texts: Vec<Vec<u8>> =
            (0..40_000u32).map(|n| format!("key{n:08}padding-to-more{n}").into_bytes()).collect();
        texts.extend((0..64).map(|n| vec![0; n]));
        texts.extend((0..128).map(|bit| {
            let mut bytes = vec![0u8; 16];
            bytes[bit / 8] = 1 << (bit % 8);
            bytes
        }));
        let low: HashSet<u64> = texts.iter().map(|text| hash_bytes(text) & 0xFFFF_FFFF).collect();
        // A few collisions in 32 bits are chance.
        assert!(low.len() > texts.len() - 12, "{} of {}", low.len(), texts.len());
        let buckets: HashSet<u64> = texts.iter().map(|text| hash_bytes(text) & 0xFFFF).collect();
        assert!(buckets.len() > 25_000, "{}", buckets.len());
    }

    #[test]
    fn all_ways_are_stable_and_tell_lengths_apart() {
        assert_eq!(hash_bytes(b"abc"), hash_bytes(b"abc"));
        assert_ne!(hash_bytes(b"abc"), hash_bytes(b"abc\0"));
        assert_ne!(hash_units(&[0x100]), hash_units(&[0x100, 0]));
        assert_ne!(hash_word(1), hash_word(2));
    }
}
