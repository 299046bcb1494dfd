//! `xtask screenshot`: a picture of the screen for the documents.
//!
//! It runs the tool in a terminal of tmux, and writes what the terminal shows as SVG.

use anyhow::{Context, Result, ensure};
use fs_err as fs;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

/// Write an SVG of the screen of a run
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The SVG
    output: PathBuf,
    /// The columns of the terminal
    #[arg(long, default_value_t = 110)]
    columns: u16,
    /// The rows of the terminal
    #[arg(long, default_value_t = 30)]
    rows: u16,
    /// How many seconds after its start the screen is taken
    #[arg(long, default_value_t = 10)]
    after: u64,
    /// Keys to press before, as tmux names them
    #[arg(long)]
    press: Vec<String>,
    /// The command that shows the screen
    #[arg(last = true, required = true)]
    command: Vec<String>,
}

/// The size of a character in the picture.
const WIDTH: f64 = 8.4;
const HEIGHT: f64 = 18.0;

const BACKGROUND: &str = "#1c1c1c";
const FOREGROUND: &str = "#d0d0d0";

/// The colours 30 to 37.
const COLOURS: [&str; 8] =
    ["#4e4e4e", "#ff6b68", "#8ecf6a", "#e5c453", "#6ca6ff", "#d68ae8", "#5fcfcf", "#d0d0d0"];

pub(crate) fn run(options: &Options) -> Result<()> {
    let terminal = Terminal::start(options)?;
    sleep(Duration::from_secs(options.after));
    for key in &options.press {
        terminal.tmux(&["send-keys", key])?;
    }
    sleep(Duration::from_secs(1));
    let shown = terminal.tmux(&["capture-pane", "-p", "-e", "-N"])?;
    fs::write(&options.output, svg(&shown, options.columns))?;
    Ok(())
}

/// A terminal of tmux.
struct Terminal {
    socket: String,
}

impl Terminal {
    fn start(options: &Options) -> Result<Terminal> {
        let terminal = Terminal { socket: format!("probdd-screenshot-{}", std::process::id()) };
        let [columns, rows] = [options.columns, options.rows].map(|size| size.to_string());
        let size = ["-x", &columns, "-y", &rows];
        let start = ["-f", "/dev/null", "new-session", "-d"];
        let command = ["env".to_owned(), "LC_ALL=C.UTF-8".to_owned()];
        let command = command.iter().chain(&options.command).map(String::as_str);
        terminal.tmux(&start.into_iter().chain(size).chain(command).collect::<Vec<_>>())?;
        Ok(terminal)
    }

    fn tmux(&self, args: &[&str]) -> Result<String> {
        let mut command = Command::new("tmux");
        let ran = command.args(["-L", &self.socket]).args(args).output();
        let ran = ran.context("cannot run tmux")?;
        ensure!(ran.status.success(), "tmux: {}", String::from_utf8_lossy(&ran.stderr).trim());
        Ok(String::from_utf8_lossy(&ran.stdout).into_owned())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It has ended by itself if the command has.
        let _ = self.tmux(&["kill-server"]);
    }
}

/// How characters look.
#[allow(clippy::struct_excessive_bools, reason = "each is an attribute of a terminal")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Style {
    colour: Option<usize>,
    is_bold: bool,
    is_dim: bool,
    is_underlined: bool,
    is_reversed: bool,
}

impl Style {
    /// Changes the style as the codes of an escape sequence say.
    fn change(&mut self, codes: &str) {
        for code in codes.split([';', ':']).map(|code| code.parse().unwrap_or(0)) {
            match code {
                0 => *self = Style::default(),
                1 => self.is_bold = true,
                2 => self.is_dim = true,
                4 => self.is_underlined = true,
                7 => self.is_reversed = true,
                30..=37 => self.colour = Some(code - 30),
                39 => self.colour = None,
                _ => {}
            }
        }
    }
}

/// Text with escape sequences as characters with styles.
fn styled(line: &str, style: &mut Style) -> Vec<(String, Style)> {
    let mut runs: Vec<(String, Style)> = Vec::new();
    let mut rest = line;
    while let Some(next) = rest.chars().next() {
        if let Some(codes) = rest.strip_prefix("\x1b[")
            && let Some(end) = codes.find(|c: char| c.is_ascii_alphabetic())
        {
            if codes[end..].starts_with('m') {
                style.change(&codes[..end]);
            }
            rest = &codes[end + 1..];
            continue;
        }
        match runs.last_mut() {
            Some((text, last)) if last == style => text.push(next),
            _ => runs.push((next.into(), *style)),
        }
        rest = &rest[next.len_utf8()..];
    }
    runs
}

/// A picture of what a terminal shows.
fn svg(shown: &str, columns: u16) -> String {
    let rows = shown.lines().count();
    let (width, height) = (f64::from(columns) * WIDTH, rows as f64 * HEIGHT);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         font-family=\"DejaVu Sans Mono,Menlo,Consolas,monospace\" font-size=\"14\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{BACKGROUND}\"/>\n"
    );
    let mut style = Style::default();
    for (row, line) in shown.lines().enumerate() {
        let mut column = 0;
        for (text, style) in styled(line, &mut style) {
            let length = text.chars().count();
            if !text.trim().is_empty() || style.is_reversed {
                add(&mut out, &text, style, (column as f64 * WIDTH, row as f64 * HEIGHT));
            }
            column += length;
        }
    }
    out + "</svg>\n"
}

/// Adds characters of one style to a picture.
fn add(out: &mut String, text: &str, style: Style, (x, y): (f64, f64)) {
    let width = text.chars().count() as f64 * WIDTH;
    let mut colour = style.colour.map_or(FOREGROUND, |colour| COLOURS[colour]);
    // Writing to a string does not fail.
    if style.is_reversed {
        let _ = writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{HEIGHT}\" fill=\"{colour}\"/>"
        );
        colour = BACKGROUND;
    }
    let mut attributes = String::new();
    for (is_set, attribute) in [
        (style.is_bold, " font-weight=\"bold\""),
        (style.is_dim, " opacity=\".6\""),
        (style.is_underlined, " text-decoration=\"underline\""),
    ] {
        attributes += if is_set { attribute } else { "" };
    }
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let base = y + 0.75 * HEIGHT;
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{base:.1}\" textLength=\"{width:.1}\" xml:space=\"preserve\" \
         fill=\"{colour}\"{attributes}>{text}</text>"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_have_the_style_of_the_escapes_before_them() {
        let mut style = Style::default();
        let runs = styled("a\x1b[1;31mb<\x1b[0mc", &mut style);
        let bold = Style { colour: Some(1), is_bold: true, ..Style::default() };
        let plain = Style::default();
        assert_eq!(runs, [("a".into(), plain), ("b<".into(), bold), ("c".into(), plain)]);
    }

    #[test]
    fn a_picture_is_well_formed_and_has_a_row_for_each_line() {
        let picture = svg("a\x1b[7m b\x1b[0m\nc<d\n", 10);
        assert!(picture.contains("viewBox=\"0 0 84 36\"") && picture.contains("c&lt;d"));
        assert_eq!(picture.matches("<text").count(), 3);
        assert_eq!(picture.matches("<rect").count(), 2);
    }
}
