//! The engine's side of the protocol: lines of JSON in, lines of JSON out. The rules are in rules.rs.

mod json;
mod rules;

use json::Json;
use rules::{Answered, Context, Unanswered};
use std::io::{self, BufRead, Write};

fn refused(code: &str, text: &str) -> Unanswered {
    Unanswered::Refused(code.to_string(), text.to_string())
}

fn hello(question: &Json) -> Answered {
    if question.get("protocol") != Some(&Json::Number(1)) {
        return Err(refused("unsupported", "only protocol 1 is spoken here"));
    }
    let engine = Json::object(vec![
        ("name", Json::text(rules::NAME)),
        ("version", Json::text(rules::VERSION)),
        ("language", Json::text("Rust")),
    ]);
    let readings = rules::READINGS.iter().map(|(name, values)| (*name, Json::texts(values))).collect();
    let game = Json::object(vec![("boards", Json::texts(rules::BOARDS)), ("readings", Json::object(readings))]);
    Ok(Json::object(vec![
        ("protocol", Json::Number(1)),
        ("engine", engine),
        ("games", Json::object(vec![(rules::GAME, game)])),
        ("can", Json::texts(&["apply", "turns"])),
        ("from", Json::texts(&["start", "position"])),
        ("refusals", Json::text(rules::REFUSALS)),
    ]))
}

fn is_played(reading: &str, value: &Json) -> bool {
    let known = rules::READINGS.iter().find(|(name, _)| *name == reading);
    known.is_some_and(|(_, values)| value.as_text().is_some_and(|text| values.contains(&text)))
}

fn open(question: &Json, contexts: &mut Vec<Context>) -> Answered {
    let board = question.get_text("board").unwrap_or("");
    if question.get_text("game") != Some(rules::GAME) || !rules::BOARDS.contains(&board) {
        return Err(refused("unsupported", "this game or board is not played here"));
    }
    let readings = question.get("readings").cloned().unwrap_or(Json::Object(vec![]));
    if let Json::Object(chosen) = &readings {
        if !chosen.iter().all(|(name, value)| is_played(name, value)) {
            return Err(refused("unsupported", "these readings are not played here"));
        }
    }
    let context = Context { board: board.to_string(), readings };
    let opening = rules::start(&context)?;
    contexts.push(context);
    let name = format!("c{}", contexts.len());
    Ok(Json::object(vec![("context", Json::Text(name)), ("start", opening)]))
}

fn opened<'a>(question: &Json, contexts: &'a [Context]) -> Result<&'a Context, Unanswered> {
    let number = question.get_text("context").and_then(|name| name.strip_prefix('c')?.parse::<usize>().ok());
    let context = number.and_then(|number| contexts.get(number.wrapping_sub(1)));
    context.ok_or_else(|| refused("bad-question", "no such context is open"))
}

fn position_of<'a>(question: &'a Json, context: &Context) -> Result<&'a Json, Unanswered> {
    let position = question.get("position").unwrap_or(&Json::Null);
    if position.get_text("game") != Some(rules::GAME) || position.get_text("board") != Some(&context.board) {
        return Err(refused("bad-position", "it belongs to another game or board"));
    }
    Ok(position)
}

fn apply(question: &Json, contexts: &[Context]) -> Answered {
    let context = opened(question, contexts)?;
    let Some(Json::List(texts)) = question.get("turns") else {
        return rules::apply(context, position_of(question, context)?, question.get_text("turn").unwrap_or(""));
    };
    let mut position = rules::start(context)?;
    let mut said = Json::Null;
    for (at, text) in texts.iter().enumerate() {
        said = rules::apply(context, &position, text.as_text().unwrap_or(""))?;
        if said.get_text("verdict") != Some("legal") {
            if let Json::Object(fields) = &mut said {
                fields.push(("at".to_string(), Json::Number(at as i64)));
            }
            return Ok(said);
        }
        position = said.get("position").cloned().unwrap_or(Json::Null);
    }
    Ok(said)
}

fn turns(question: &Json, contexts: &[Context]) -> Answered {
    let context = opened(question, contexts)?;
    let found = rules::turns(context, position_of(question, context)?)?;
    Ok(Json::object(vec![("turns", found)]))
}

/// The answer to a question, as a field beside its id.
fn answer(question: &Json, contexts: &mut Vec<Context>) -> (&'static str, Json) {
    let said = match question.get_text("do") {
        Some("hello") => hello(question),
        Some("open") => open(question, contexts),
        Some("apply") => apply(question, contexts),
        Some("turns") => turns(question, contexts),
        Some("bye") => Ok(Json::Object(vec![])),
        _ => Err(refused("unknown-command", "this is not done here")),
    };
    match said {
        Ok(found) => ("ok", found),
        Err(Unanswered::NotWritten(why)) => ("skip", Json::object(vec![("why", Json::Text(why))])),
        Err(Unanswered::BadPosition(why)) => error("bad-position", &why),
        Err(Unanswered::Refused(code, text)) => error(&code, &text),
    }
}

fn error(code: &str, text: &str) -> (&'static str, Json) {
    ("error", Json::object(vec![("code", Json::text(code)), ("text", Json::text(text))]))
}

fn main() -> io::Result<()> {
    let mut contexts = Vec::new();
    let mut output = io::stdout();
    for line in io::stdin().lock().split(b'\n') {
        let read = Json::read(&String::from_utf8_lossy(&line?));
        let (id, said) = match &read {
            Ok(question) => (question.get("id").cloned(), answer(question, &mut contexts)),
            Err(what) => (None, error("bad-json", what)),
        };
        writeln!(output, "{}", Json::object(vec![("id", id.unwrap_or(Json::Null)), said]))?;
        output.flush()?;
        if read.is_ok_and(|question| question.get_text("do") == Some("bye")) {
            break;
        }
    }
    Ok(())
}
