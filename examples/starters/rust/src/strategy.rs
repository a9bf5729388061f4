//! What the bot does. Write here.

use crate::json::Json;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

// Returns the move to make, one of `legal`. `view` is what you see; `arena rules @GAME@` explains it.
// For example, `view` may be
//
//     @VIEW@
//
// and `legal`
//
//     @LEGAL@
//
// Where there are too many moves to be listed, `legal` has only some of them, or none.
// json.rs tells how to read a view: view.get("seat").number() is your seat.
pub fn choose_move(_view: &Json, legal: &[String]) -> String {
    if legal.is_empty() {
        panic!("none of the many moves is listed: make one up here");
    }
    legal[random_below(legal.len())].clone()
}

/// Handles another message from arena: message.get("type") is "start", "event" or "end".
pub fn happened(_message: &Json) {}

/// A number from 0 to limit - 1: a new hasher begins with random keys.
pub fn random_below(limit: usize) -> usize {
    let random = RandomState::new().build_hasher().finish();
    (random % limit as u64) as usize
}
