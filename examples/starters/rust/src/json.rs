//! A JSON value, read from text.

#[allow(dead_code)]
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

static NULL: Json = Json::Null;

/// What is asked of a value of another kind is nothing: null, 0, "", an empty list.
#[allow(dead_code)]
impl Json {
    /// Reads one value, all of `text`; or returns what is wrong with it.
    pub fn parse(text: &str) -> Result<Json, String> {
        let mut reader = Reader { text: text.as_bytes(), at: 0 };
        let value = reader.value(0)?;
        if reader.at < reader.text.len() {
            return reader.fail("an end");
        }
        Ok(value)
    }

    /// The member of that name of an object.
    pub fn get(&self, key: &str) -> &Json {
        if let Json::Object(members) = self {
            for (name, value) in members {
                if name == key {
                    return value;
                }
            }
        }
        &NULL
    }

    /// The value at that place of a list.
    pub fn at(&self, index: usize) -> &Json {
        self.items().get(index).unwrap_or(&NULL)
    }

    pub fn items(&self) -> &[Json] {
        match self {
            Json::List(items) => items,
            _ => &[],
        }
    }

    pub fn members(&self) -> &[(String, Json)] {
        match self {
            Json::Object(members) => members,
            _ => &[],
        }
    }

    pub fn text(&self) -> &str {
        match self {
            Json::Text(text) => text,
            _ => "",
        }
    }

    pub fn number(&self) -> f64 {
        match self {
            Json::Number(number) => *number,
            _ => 0.0,
        }
    }

    pub fn is_true(&self) -> bool {
        *self == Json::Bool(true)
    }

    pub fn is_null(&self) -> bool {
        *self == Json::Null
    }
}

/// `text` as a JSON string.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if (c as u32) < 0x20 => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

const DEEPEST: usize = 500; // lists and objects within each other

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn fail<T>(&self, wanted: &str) -> Result<T, String> {
        Err(format!("no JSON: {} is missing at byte {}", wanted, self.at))
    }

    /// The next byte; 0 at the end.
    fn next(&self) -> u8 {
        *self.text.get(self.at).unwrap_or(&0)
    }

    fn take(&mut self, wanted: u8) -> bool {
        let found = self.at < self.text.len() && self.next() == wanted;
        if found {
            self.at += 1;
        }
        found
    }

    fn skip_blanks(&mut self) {
        while let b' ' | b'\t' | b'\n' | b'\r' = self.next() {
            self.at += 1;
        }
    }

    fn value(&mut self, depth: usize) -> Result<Json, String> {
        if depth > DEEPEST {
            return self.fail("an end of the nesting");
        }
        self.skip_blanks();
        let value = match self.next() {
            b'{' => self.object(depth)?,
            b'[' => self.list(depth)?,
            b'"' => Json::Text(self.string()?),
            b'-' | b'0'..=b'9' => self.number()?,
            _ => self.word()?,
        };
        self.skip_blanks();
        Ok(value)
    }

    fn word(&mut self) -> Result<Json, String> {
        let words = [("null", Json::Null), ("true", Json::Bool(true)), ("false", Json::Bool(false))];
        for (word, value) in words {
            if self.text[self.at..].starts_with(word.as_bytes()) {
                self.at += word.len();
                return Ok(value);
            }
        }
        self.fail("a value")
    }

    fn list(&mut self, depth: usize) -> Result<Json, String> {
        let mut items = Vec::new();
        self.take(b'[');
        self.skip_blanks();
        if self.take(b']') {
            return Ok(Json::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if self.take(b']') {
                return Ok(Json::List(items));
            }
            if !self.take(b',') {
                return self.fail("]");
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, String> {
        let mut members = Vec::new();
        self.take(b'{');
        self.skip_blanks();
        if self.take(b'}') {
            return Ok(Json::Object(members));
        }
        loop {
            self.skip_blanks();
            if self.next() != b'"' {
                return self.fail("a name");
            }
            let name = self.string()?;
            self.skip_blanks();
            if !self.take(b':') {
                return self.fail(":");
            }
            members.push((name, self.value(depth + 1)?));
            if self.take(b'}') {
                return Ok(Json::Object(members));
            }
            if !self.take(b',') {
                return self.fail("}");
            }
        }
    }

    fn digits(&mut self) -> Result<(), String> {
        if !self.next().is_ascii_digit() {
            return self.fail("a digit");
        }
        while self.next().is_ascii_digit() {
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Result<Json, String> {
        let begin = self.at;
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            if !self.take(b'+') {
                self.take(b'-');
            }
            self.digits()?;
        }
        let text = String::from_utf8_lossy(&self.text[begin..self.at]).into_owned();
        match text.parse() {
            Ok(number) => Ok(Json::Number(number)),
            Err(_) => self.fail("a number"),
        }
    }

    fn string(&mut self) -> Result<String, String> {
        let mut out = Vec::new();
        self.take(b'"');
        while !self.take(b'"') {
            if self.next() < 0x20 {
                return self.fail("\"");
            }
            if self.take(b'\\') {
                let c = self.escape()?;
                out.extend_from_slice(c.to_string().as_bytes());
            } else {
                out.push(self.next());
                self.at += 1;
            }
        }
        Ok(String::from_utf8_lossy(&out).into_owned())
    }

    fn escape(&mut self) -> Result<char, String> {
        let letter = self.next();
        let meant = match letter {
            b'"' | b'\\' | b'/' => letter as char,
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(),
            _ => return self.fail("an escape"),
        };
        self.at += 1;
        Ok(meant)
    }

    /// After a backslash: u and four digits, for a pair twice that. Half a pair means U+FFFD.
    fn unicode(&mut self) -> Result<char, String> {
        let mut code = self.hex()?;
        if (0xd800..0xdc00).contains(&code) {
            let here = self.at;
            let second = if self.take(b'\\') && self.next() == b'u' { self.hex()? } else { 0 };
            if (0xdc00..0xe000).contains(&second) {
                code = 0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00);
            } else {
                self.at = here;
            }
        }
        Ok(char::from_u32(code).unwrap_or('\u{fffd}'))
    }

    fn hex(&mut self) -> Result<u32, String> {
        self.take(b'u');
        let digits = self.text.get(self.at..self.at + 4).unwrap_or(&[]);
        let mut code = 0;
        for digit in digits {
            match (*digit as char).to_digit(16) {
                Some(value) => code = code * 16 + value,
                None => return self.fail("four hexadecimal digits"),
            }
        }
        if digits.is_empty() {
            return self.fail("four hexadecimal digits");
        }
        self.at += 4;
        Ok(code)
    }
}
