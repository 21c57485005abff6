//! JSON: all that the protocol needs, and no crate.

use std::fmt;

/// A value. The fields of an object are in the order in which they were written.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(i64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

const DEEPEST: usize = 64;

impl Json {
    /// The value that a text holds, or what is wrong with it.
    pub fn read(text: &str) -> Result<Json, String> {
        let mut reader = Reader { text: text.as_bytes(), at: 0 };
        let value = reader.value(0)?;
        reader.blank();
        if reader.at < reader.text.len() {
            return Err("more than one value".into());
        }
        Ok(value)
    }

    pub fn text(text: &str) -> Json {
        Json::Text(text.to_string())
    }

    pub fn texts(texts: &[&str]) -> Json {
        Json::List(texts.iter().map(|text| Json::text(text)).collect())
    }

    pub fn object(fields: Vec<(&str, Json)>) -> Json {
        Json::Object(fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
    }

    /// The field of an object.
    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(fields) => fields.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    pub fn as_text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn get_text(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(Json::as_text)
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn blank(&mut self) {
        while self.at < self.text.len() && b" \t\r\n".contains(&self.text[self.at]) {
            self.at += 1;
        }
    }

    fn next(&mut self) -> Result<u8, String> {
        let byte = *self.text.get(self.at).ok_or("it ends too early")?;
        self.at += 1;
        Ok(byte)
    }

    fn skip(&mut self, wanted: u8) -> bool {
        self.blank();
        let found = self.text.get(self.at) == Some(&wanted);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, wanted: u8) -> Result<(), String> {
        if self.skip(wanted) {
            return Ok(());
        }
        Err(format!("expected {}", wanted as char))
    }

    fn value(&mut self, depth: usize) -> Result<Json, String> {
        if depth > DEEPEST {
            return Err("nested too deeply".into());
        }
        if self.skip(b'{') {
            return self.object(depth);
        }
        if self.skip(b'[') {
            return self.list(depth);
        }
        if self.skip(b'"') {
            return Ok(Json::Text(self.string()?));
        }
        let from = self.at;
        while self.at < self.text.len() && !b",]} \t\r\n".contains(&self.text[self.at]) {
            self.at += 1;
        }
        match std::str::from_utf8(&self.text[from..self.at]).unwrap_or("") {
            "null" => Ok(Json::Null),
            "true" => Ok(Json::Bool(true)),
            "false" => Ok(Json::Bool(false)),
            word => word.parse().map(Json::Number).map_err(|_| "no value".to_string()),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, String> {
        let mut fields = Vec::new();
        if self.skip(b'}') {
            return Ok(Json::Object(fields));
        }
        loop {
            self.expect(b'"')?;
            let name = self.string()?;
            self.expect(b':')?;
            fields.push((name, self.value(depth + 1)?));
            if !self.skip(b',') {
                break;
            }
        }
        self.expect(b'}')?;
        Ok(Json::Object(fields))
    }

    fn list(&mut self, depth: usize) -> Result<Json, String> {
        let mut items = Vec::new();
        if self.skip(b']') {
            return Ok(Json::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if !self.skip(b',') {
                break;
            }
        }
        self.expect(b']')?;
        Ok(Json::List(items))
    }

    fn string(&mut self) -> Result<String, String> {
        let mut units: Vec<u8> = Vec::new();
        loop {
            match self.next()? {
                b'"' => return String::from_utf8(units).map_err(|_| "no UTF-8".to_string()),
                b'\\' => units.extend(self.escaped()?.to_string().bytes()),
                byte if byte < b' ' => return Err("a control character in a string".into()),
                byte => units.push(byte),
            }
        }
    }

    fn escaped(&mut self) -> Result<char, String> {
        Ok(match self.next()? {
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(),
            byte if b"\"\\/".contains(&byte) => byte as char,
            _ => return Err("no such escape".into()),
        })
    }

    fn unicode(&mut self) -> Result<char, String> {
        let high = self.hex()?;
        if (0xd800..0xdc00).contains(&high) && self.next()? == b'\\' && self.next()? == b'u' {
            let low = self.hex()?;
            if (0xdc00..0xe000).contains(&low) {
                return char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)).ok_or("no character".into());
            }
        }
        char::from_u32(high).ok_or("half a character".into())
    }

    fn hex(&mut self) -> Result<u32, String> {
        let digits = self.text.get(self.at..self.at + 4).ok_or("it ends too early")?;
        self.at += 4;
        let digits = std::str::from_utf8(digits).map_err(|_| "no such escape")?;
        u32::from_str_radix(digits, 16).map_err(|_| "no such escape".to_string())
    }
}

impl fmt::Display for Json {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Json::Null => write!(out, "null"),
            Json::Bool(value) => write!(out, "{value}"),
            Json::Number(value) => write!(out, "{value}"),
            Json::Text(text) => write_text(text, out),
            Json::List(items) => {
                write!(out, "[")?;
                for (index, item) in items.iter().enumerate() {
                    write!(out, "{}{item}", if index > 0 { "," } else { "" })?;
                }
                write!(out, "]")
            }
            Json::Object(fields) => {
                write!(out, "{{")?;
                for (index, (name, value)) in fields.iter().enumerate() {
                    write!(out, "{}", if index > 0 { "," } else { "" })?;
                    write_text(name, out)?;
                    write!(out, ":{value}")?;
                }
                write!(out, "}}")
            }
        }
    }
}

fn write_text(text: &str, out: &mut fmt::Formatter) -> fmt::Result {
    write!(out, "\"")?;
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(out, "\\{c}")?,
            c if c < ' ' => write!(out, "\\u{:04x}", c as u32)?,
            c => write!(out, "{c}")?,
        }
    }
    write!(out, "\"")
}
