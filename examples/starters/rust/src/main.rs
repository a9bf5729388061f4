//! Reads arena's messages, one JSON object a line, and answers with what strategy.rs chooses.

mod json;
mod strategy;

use json::Json;
use std::io::{self, BufRead, Write};

/// The moves that a turn lists; where all would be too many, some of them.
fn listed(turn: &Json) -> Vec<String> {
    let all = turn.get("legal");
    let list = if all.is_null() { turn.get("view").get("possible") } else { all };
    list.items().iter().map(|each| each.text().to_string()).collect()
}

/// Writes one answer, and flushes it.
fn answer(turn: &Json, chosen: &str) -> io::Result<()> {
    let id = turn.get("id").number();
    let mut out = io::stdout().lock();
    writeln!(out, "{{\"move\":{},\"id\":{}}}", json::quoted(chosen), id)?;
    out.flush()
}

fn main() -> io::Result<()> {
    let mut turn = Json::Null;
    let mut legal: Vec<String> = Vec::new();
    for line in io::stdin().lock().lines() {
        let message = match Json::parse(&line?) {
            Ok(message) => message,
            Err(why) => return Err(io::Error::new(io::ErrorKind::InvalidData, why)),
        };
        match message.get("type").text() {
            "turn" => {
                turn = message;
                legal = listed(&turn);
                answer(&turn, &strategy::choose_move(turn.get("view"), &legal))?;
            }
            "error" => {
                eprintln!("arena refused the move: {}", message.get("message").text());
                let other = match legal.len() {
                    0 => strategy::choose_move(turn.get("view"), &legal),
                    count => legal[strategy::random_below(count)].clone(),
                };
                answer(&turn, &other)?;
            }
            _ => strategy::happened(&message),
        }
    }
    Ok(())
}
