//! A real browser, headless, driven by keyboard through WebDriver (https://www.w3.org/TR/webdriver2/).

use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// A browser with one window; it ends with its owner.
pub struct Browser {
    driver: Child,
    /// Open as long as it may write.
    _said: BufReader<ChildStdout>,
    port: u16,
    session: String,
}

/// Keys as WebDriver names them.
pub const RIGHT: &str = "\u{e014}";
pub const LEFT: &str = "\u{e012}";
pub const END: &str = "\u{e010}";
pub const HOME: &str = "\u{e011}";

impl Browser {
    /// Starts chromedriver and a window of this size.
    pub fn start(width: u32, height: u32) -> Browser {
        let mut driver = Command::new("chromedriver");
        driver.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null());
        let mut driver = driver.spawn().expect("chromedriver is installed");
        // It says which port it has found.
        let mut said = BufReader::new(driver.stdout.take().expect("invariant: piped"));
        let port = said.by_ref().lines().map_while(Result::ok).find_map(|line| {
            let (_, number) = line.rsplit_once("started successfully on port ")?;
            number.trim_end_matches('.').parse::<u16>().ok()
        });
        let port = port.expect("chromedriver tells its port");
        let mut browser = Browser { driver, _said: said, port, session: String::new() };
        let words = [
            "--headless=new".to_owned(),
            "--no-sandbox".to_owned(),
            "--disable-gpu".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            "--hide-scrollbars".to_owned(),
            format!("--window-size={width},{height}"),
        ];
        let options = json!({ "args": words });
        let log = json!({ "browser": "ALL" });
        let wanted = json!({ "alwaysMatch": { "goog:chromeOptions": options, "goog:loggingPrefs": log } });
        let session = browser.ask("POST", "/session", &json!({ "capabilities": wanted }));
        browser.session = session["sessionId"].as_str().expect("a session").to_owned();
        browser
    }

    /// Opens a file and waits until its first picture is there.
    pub fn open(&self, file: &Path) {
        self.post("url", &json!({ "url": format!("file://{}", file.display()) }));
        let began = Instant::now();
        while self.eval("return document.documentElement.dataset.ready || null").is_null() {
            assert!(began.elapsed() < Duration::from_secs(60), "{}: nothing is shown", file.display());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Presses keys, one after the other.
    pub fn press(&self, keys: &[&str]) {
        let strokes: Vec<Value> = keys
            .iter()
            .flat_map(|key| ["keyDown", "keyUp"].map(|what| json!({ "type": what, "value": key })))
            .collect();
        self.post("actions", &json!({ "actions": [{ "type": "key", "id": "keyboard", "actions": strokes }] }));
    }

    /// The value of some script.
    pub fn eval(&self, script: &str) -> Value {
        self.post("execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// The text of the first element that a query finds.
    pub fn text(&self, query: &str) -> String {
        let found = self.eval(&format!("return document.querySelector({}).textContent", json!(query)));
        found.as_str().unwrap_or_else(|| panic!("{query}: nothing is found")).to_owned()
    }

    /// The texts of all elements that a query finds.
    pub fn texts(&self, query: &str) -> Vec<String> {
        let script = format!("return [...document.querySelectorAll({})].map(e => e.textContent)", json!(query));
        let found = self.eval(&script);
        found.as_array().expect("a list").iter().filter_map(|text| Some(text.as_str()?.to_owned())).collect()
    }

    /// Errors and warnings that the browser has told of.
    pub fn complaints(&self) -> Vec<String> {
        let log = self.post("se/log", &json!({ "type": "browser" }));
        log.as_array().into_iter().flatten().map(ToString::to_string).collect()
    }

    /// Shows the page again, with scripts or without.
    pub fn allow_scripts(&self, allowed: bool) {
        let params = json!({ "value": !allowed });
        self.post("goog/cdp/execute", &json!({ "cmd": "Emulation.setScriptExecutionDisabled", "params": params }));
        self.post("refresh", &json!({}));
    }

    /// Whether an element that a query finds is there and can be seen.
    pub fn sees(&self, query: &str) -> bool {
        let found = self.post("elements", &json!({ "using": "css selector", "value": query }));
        let ids =
            found.as_array().into_iter().flatten().filter_map(|element| element.as_object()?.values().next()?.as_str());
        let height = |id: &str| {
            let place = format!("/session/{}/element/{id}/rect", self.session);
            self.ask("GET", &place, &Value::Null)["height"].as_f64()
        };
        ids.into_iter().any(|id| height(id) > Some(0.0))
    }

    /// As the light or the dark scheme shows it.
    pub fn prefer(&self, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        let command = json!({ "cmd": "Emulation.setEmulatedMedia", "params": { "features": features } });
        self.post("goog/cdp/execute", &command);
    }

    /// A picture of the window as PNG.
    pub fn picture(&self) -> Vec<u8> {
        let text = self.ask("GET", &format!("/session/{}/screenshot", self.session), &Value::Null);
        from_base64(text.as_str().expect("a picture"))
    }

    fn post(&self, what: &str, body: &Value) -> Value {
        self.ask("POST", &format!("/session/{}/{what}", self.session), body)
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let value = self.request(method, path, body).expect("chromedriver answers");
        assert!(value["error"].is_null(), "{method} {path}: {value}");
        value
    }

    /// One request, one answer, one connection.
    fn request(&self, method: &str, path: &str, body: &Value) -> std::io::Result<Value> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        )?;
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line)?;
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().expect("a length");
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut text = vec![0; length];
        reader.read_exact(&mut text)?;
        let answer: Value = serde_json::from_slice(&text)?;
        Ok(answer["value"].clone())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The browser would outlive its driver. After a failure there may be none to be told.
        if !self.session.is_empty() {
            let _ = self.request("DELETE", &format!("/session/{}", self.session), &Value::Null);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

fn from_base64(text: &str) -> Vec<u8> {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = text.bytes().filter_map(|byte| ALPHABET.iter().position(|&a| a == byte));
    let digits: Vec<u32> = digits.map(|digit| digit as u32).collect();
    let mut out = Vec::new();
    for chunk in digits.chunks(4) {
        let group = chunk.iter().fold(0, |group, digit| group << 6 | digit) << (6 * (4 - chunk.len()));
        out.extend(&group.to_be_bytes()[1..chunk.len()]);
    }
    out
}
