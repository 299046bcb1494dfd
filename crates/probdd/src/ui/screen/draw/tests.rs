use super::super::board::{Board, Change, Earned, Figures, Message, Point, Text};
use super::super::difference::Difference;
use super::super::look::Look;
use super::super::rows::Rows;
use super::super::view::{Job, Mode, Picture};
use super::*;
use crate::report::Size;
use probdd_exec::{Candidate, Span};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::{Color, Modifier};
use std::sync::Arc;
use std::time::Duration;

const BEFORE: &str = "int unused;\nint main(void) {\n\tputs(\"ä\");\n\tabort();\n}\n";
const BEST: &str = "int main(void) {\n\tputs(\"ä\");\n\tabort();\n}\n";
const TRIED: &str = "int main(void) {\n\tabort();\n}\n";

fn text(text: &str) -> Text {
    Text::Candidate(Arc::new(Candidate { bytes: text.into(), tokens: 0 }))
}

fn board() -> Board {
    let figures = Figures {
        input: Size { bytes: 1800, tokens: 1000 },
        best: Size { bytes: 41, tokens: 60 },
        queries: 80,
        interesting: 12,
        last_reduction: 77,
        ..Figures::default()
    };
    let earned = |pass, queries, tokens| Earned { pass, times: 1, queries, interesting: 4, tokens };
    let curve = [(1, 1000), (10, 700), (30, 260), (77, 60)];
    Board {
        version: 1,
        figures,
        best: text(BEST),
        reduced: None,
        tried: Some(text(TRIED)),
        curve: curve.map(|(queries, tokens)| Point { queries, tokens }).into(),
        verdicts: (0..64).map(|query| query % 16 < query / 16).collect(),
        passes: vec![earned("probe", 1, 0), earned("frontier", 78, 940)],
        pass: Some(("frontier", None)),
        changes: [Change { query: 77, pass: "frontier", before: text(BEFORE), after: text(BEST) }]
            .into(),
        messages: [Message { is_warning: true, text: "the test is unreliable".into() }].into(),
    }
}

fn view() -> View {
    let board = board();
    let difference = Difference::between(BEST.as_bytes(), TRIED.as_bytes());
    let last = Difference::between(BEFORE.as_bytes(), BEST.as_bytes());
    let job = |millis, is_guess| Job { time: Duration::from_millis(millis), is_guess };
    View {
        name: "small.c".into(),
        elapsed: Duration::from_secs(20),
        mode: Mode::Running,
        jobs: vec![job(300, false), job(1100, true)],
        most_jobs: 4,
        computes: None,
        tab: Tab::Best,
        shows_help: false,
        top: 0,
        picture: Arc::new(Picture {
            text: board.best.clone(),
            rows: Rows::of(board.best.bytes(), 60),
            width: 60,
            heat: Vec::new(),
            tried: difference.gone,
            fresh: last.cuts.clone(),
        }),
        queries_left: None,
        changes: board
            .changes
            .iter()
            .map(|change| (change.clone(), Arc::new(last.clone())))
            .collect(),
        notice: None,
        look: Look { has_colours: true, is_unicode: true },
        board,
    }
}

/// What a terminal of this size shows.
fn show(view: &View, columns: u16, rows: u16) -> TestBackend {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).expect("it has a size");
    let drawn = terminal.draw(|frame| *frame.buffer_mut() = draw(view, frame.area()));
    drawn.expect("a buffer takes everything");
    terminal.backend().clone()
}

#[test]
fn the_best_candidate_stands_below_the_figures() {
    let shown = show(&view(), 60, 15);
    assert_shows(
        &shown,
        [
            " probdd small.c                                      20.0 s ",
            " 60 of 1,000 tokens (6.0 %), 41 of 1,800 bytes              ",
            " 80 queries (4.0/s), 12 interesting, last reduction 3 querie",
            " pass frontier: 78 queries, 940 tokens gone             ▁▁▂ ",
            " 2 of 4 jobs: 0.3 s, 1.1 s ahead                            ",
            "─ best ─ changes ─ curve ─ passes ─ messages ───────────────",
            "int main(void) {                                            ",
            "    puts(\"ä\");                                              ",
            "    abort();                                                ",
            "}                                                           ",
            "                                                            ",
            "                                                            ",
            "                                                            ",
            "                                                            ",
            " ? help  tab view  p pause  s skip  q stop  o open  w write ",
        ],
    );
}

#[test]
fn what_is_tried_is_underlined_and_what_went_last_flashes() {
    let shown = show(&view(), 60, 15);
    let style = |column, row| shown.buffer()[(column, row)].modifier;
    assert!(style(4, 7).contains(Modifier::UNDERLINED), "puts is tried");
    assert!(style(5, 8).is_empty(), "abort is not");
    assert!(style(0, 6).contains(Modifier::REVERSED), "`int unused` was there");
}

#[test]
fn each_token_has_the_colour_of_what_is_believed_of_it() {
    let span = |bytes, tokens, needed| Span { bytes, tokens, needed };
    let heat = vec![span(0..16, 6, None), span(18..28, 5, Some(0.1)), span(30..38, 4, Some(0.9))];
    let picture = Arc::new(Picture { heat, ..view().picture.as_ref().clone() });
    let view = View { picture, queries_left: Some(3), ..view() };
    let shown = show(&view, 120, 15);
    let style = |column, row| shown.buffer()[(column, row)].style();
    assert!(style(4, 6).add_modifier.contains(Modifier::BOLD), "main was shown to be needed");
    assert_eq!(style(4, 7).fg, Some(Color::Blue), "puts is sure to go");
    assert_eq!(style(4, 8).fg, Some(Color::Red), "abort is sure to be needed");
    assert!(lines(&shown)[1].contains("bytes, 6 shown needed, at least 3 queries left"));
}

#[test]
fn what_is_computed_for_long_shows() {
    let computes = Some(Duration::from_secs(12));
    let shown = lines(&show(&View { jobs: Vec::new(), computes, ..view() }, 100, 20)).join("\n");
    assert!(
        shown.contains("0 of 4 jobs: computing the next candidate (pass frontier) for 12.0 s"),
        "{shown}"
    );
}

#[test]
fn a_small_terminal_shows_what_matters_most() {
    let shown = show(&View { mode: Mode::Paused, ..view() }, 40, 7);
    assert_shows(
        &shown,
        [
            " probdd small.c           PAUSED 20.0 s ",
            " 60 of 1,000 tokens (6.0 %), 41 of 1,800",
            "─ best ─ changes ─ curve ─ passes ─ mess",
            "int main(void) {                        ",
            "    puts(\"ä\");                          ",
            "    abort();                            ",
            " ? help  tab view  p pause  s skip  q st",
        ],
    );
    for (columns, rows) in [(1, 1), (3, 2), (200, 1), (1, 50), (12, 3)] {
        show(&view(), columns, rows);
    }
}

#[test]
fn without_unicode_everything_is_ascii_and_without_colours_nothing_is_coloured() {
    let look = Look { has_colours: false, is_unicode: false };
    for tab in Tab::ALL {
        let shown = show(&View { tab, look, ..view() }, 120, 30);
        assert!(shown.buffer().content.iter().all(|cell| cell.symbol().is_ascii()));
        assert!(shown.buffer().content.iter().all(|cell| cell.fg == Color::Reset));
    }
}

#[test]
fn a_wide_terminal_shows_curve_and_passes_beside_the_best_candidate() {
    let shown = show(&view(), 100, 20);
    let lines = lines(&shown);
    assert!(lines[6].ends_with("│ tokens, from 1,000                   "), "{:?}", lines[6]);
    assert!(lines.iter().any(|line| line.contains("frontier             78         940")));
    assert!(lines[7].starts_with("    puts"));
}

#[test]
fn the_other_views_show_changes_curve_passes_and_messages() {
    let lines = |tab| lines(&show(&View { tab, ..view() }, 60, 15)).join("\n");
    let changes = lines(Tab::Changes);
    assert!(changes.contains("query 77, frontier: 54 -> 42 bytes"), "{changes}");
    assert!(changes.contains("- int unused;"), "{changes}");
    assert!(lines(Tab::Curve).contains("over 80 queries"));
    assert!(lines(Tab::Passes).contains("probe                 1           0"));
    assert!(lines(Tab::Messages).contains("warning: the test is unreliable"));
}

#[test]
fn a_line_with_help_exists_for_each_key_of_the_legend() {
    let help = lines(&show(&View { shows_help: true, ..view() }, 80, 30)).join("\n");
    assert!(LEGEND.iter().all(|(key, _)| HELP.iter().any(|(keys, _)| keys == key)));
    assert!(help.contains("stop with the best result so far"), "{help}");
}

#[test]
fn the_curve_never_leaves_its_place() {
    let mut view = View { tab: Tab::Curve, ..view() };
    for input in [0, 1, 10] {
        view.board.figures.input.tokens = input;
        show(&view, 80, 24);
    }
    view.board.curve.clear();
    show(&view, 80, 24);
}

fn lines(shown: &TestBackend) -> Vec<String> {
    let width = usize::from(shown.buffer().area.width);
    let rows = shown.buffer().content.chunks(width);
    rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect()).collect()
}

fn assert_shows<const N: usize>(shown: &TestBackend, expected: [&str; N]) {
    assert_eq!(lines(shown).join("\n"), expected.join("\n"));
}
