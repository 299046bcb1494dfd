//! The thread that draws the screen and reads keys.
//!
//! It wakes a few times a second, and draws only if something has changed. A frame that took long is
//! not followed by another one soon, so that the search loses next to nothing of the processor.

use super::board::{Board, lock};
use super::comparisons::{Comparisons, is_fresh};
use super::draw::{Parts, draw};
use super::keyboard::Keyboard;
use super::keys::{Action, actions};
use super::look::Look;
use super::outside::{show_in_pager, write_copy};
use super::rows::Rows;
use super::run_view::RunView;
use super::terminal::{self, Terminal};
use super::view::{Job, Mode, Picture, Tab, View};
use crate::difference::unified;
use crate::files::from_here;
use crate::messages::slow;
use probdd_exec::Outlook;
use ratatui::layout::Rect;
use rustix::time::{ClockId, clock_gettime};
use signal_hook::consts::{SIGCONT, SIGTSTP};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The least time between two frames.
const FRAME: Duration = Duration::from_millis(125);

/// Each of these takes at most this part of one processor: frames, comparing the texts that they show,
/// and what the search tells of its beliefs.
const SHARE: u32 = 400;

/// The rows stay at least so long before the screen scrolls by itself.
const STAY: Duration = Duration::from_secs(2);

/// The search is asked what it believes no more often than this.
const ASK: Duration = Duration::from_millis(500);

/// How long the answer to a key shows.
const NOTICE: Duration = Duration::from_secs(4);

/// A screen that is shown, or waits to be shown again.
pub(super) struct Watching {
    run: RunView,
    board: Arc<Mutex<Board>>,
    is_over: Arc<AtomicBool>,
    signals: Signals,
    keyboard: Keyboard,
    /// `None` while the terminal belongs to somebody else.
    terminal: Option<Terminal>,
    look: Look,
    began: Instant,
    drawn: Option<Drawn>,
    tab: Tab,
    shows_help: bool,
    /// The first row of each tab.
    tops: [usize; Tab::ALL.len()],
    /// Whether it scrolls by itself, and when it last did.
    follows: bool,
    followed: Instant,
    most_jobs: usize,
    notice: Option<(String, Instant)>,
    /// The best candidate as it was shown last, and when it may be compared again.
    picture: Option<Arc<Picture>>,
    next_picture: Instant,
    comparisons: Comparisons,
    /// How much of the last frame's time went into the picture, which has its own share.
    compared: Duration,
    /// When the next frame may be drawn.
    next_frame: Instant,
    /// When the search may be asked what it believes.
    next_outlook: Instant,
}

/// What the last frame showed, as far as it says whether another one is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Drawn {
    version: u64,
    second: u64,
    size: (u16, u16),
    is_flashing: bool,
}

impl Watching {
    /// Takes the terminal.
    pub(super) fn new(
        run: RunView,
        board: Arc<Mutex<Board>>,
        is_over: Arc<AtomicBool>,
    ) -> io::Result<Watching> {
        let signals = Signals::new([SIGTSTP, SIGCONT])?;
        let keyboard = Keyboard::open()?;
        let terminal = Terminal::enter()?;
        let most_jobs = run.settings.jobs as usize;
        Ok(Watching {
            run,
            board,
            is_over,
            signals,
            keyboard,
            terminal: Some(terminal),
            look: Look::of_environment(),
            began: Instant::now(),
            drawn: None,
            tab: Tab::Best,
            shows_help: false,
            tops: [0; Tab::ALL.len()],
            follows: true,
            followed: Instant::now(),
            most_jobs,
            notice: None,
            picture: None,
            next_picture: Instant::now(),
            comparisons: Comparisons::default(),
            compared: Duration::ZERO,
            next_frame: Instant::now(),
            next_outlook: Instant::now(),
        })
    }

    /// Draws and reads keys until the run ends.
    pub(super) fn run(mut self) {
        while !self.is_over.load(Ordering::Acquire) {
            // A terminal that is gone is not a failure of the run.
            if self.step().is_err() {
                std::thread::park_timeout(FRAME);
            }
        }
    }

    fn step(&mut self) -> io::Result<()> {
        self.heed_signals()?;
        if self.terminal.is_none() {
            if !terminal::is_foreground() {
                std::thread::park_timeout(FRAME);
                return Ok(());
            }
            self.show_again()?;
        }
        self.draw_if_due()?;
        for action in actions(&self.keyboard.read(FRAME)?) {
            self.act(action)?;
            self.draw_at_once();
        }
        Ok(())
    }

    /// Ctrl-Z gives the terminal back and stops the process; when it goes on, the screen comes back.
    fn heed_signals(&mut self) -> io::Result<()> {
        let heard: Vec<i32> = self.signals.pending().collect();
        if heard.contains(&SIGTSTP) {
            self.hide();
            emulate_default_handler(SIGTSTP)?;
        }
        if heard.contains(&SIGCONT) && self.terminal.is_some() {
            // It was stopped by a signal that nobody can catch, and the shell has set its own modes.
            self.hide();
        }
        Ok(())
    }

    fn hide(&mut self) {
        self.terminal = None;
        terminal::leave();
    }

    fn show_again(&mut self) -> io::Result<()> {
        self.terminal = Some(Terminal::enter()?);
        self.draw_at_once();
        Ok(())
    }

    fn draw_if_due(&mut self) -> io::Result<()> {
        let Some(size) = terminal::size() else { return Ok(()) };
        let (version, reduced) = {
            let board = lock(&self.board);
            (board.version, board.reduced)
        };
        let second = self.began.elapsed().as_secs();
        let is_flashing = is_fresh(reduced);
        let due = Drawn { version, second, size, is_flashing };
        let is_stale = self.terminal.as_ref().is_some_and(Terminal::is_stale);
        if self.drawn == Some(due) && !is_stale || Instant::now() < self.next_frame {
            return Ok(());
        }
        self.drawn = Some(due);
        let before = processor_time();
        self.compared = Duration::ZERO;
        self.draw(size)?;
        let took = processor_time().saturating_sub(before).saturating_sub(self.compared);
        self.next_frame = Instant::now() + took * SHARE;
        Ok(())
    }

    /// The answer to a key does not wait.
    fn draw_at_once(&mut self) {
        self.drawn = None;
        self.next_frame = Instant::now();
    }

    fn draw(&mut self, size: (u16, u16)) -> io::Result<()> {
        let area = Rect::new(0, 0, size.0, size.1);
        let view = self.view(Parts::of(area).body);
        let frame = draw(&view, area);
        self.terminal.as_mut().map_or(Ok(()), |terminal| terminal.paint(frame))
    }

    /// What is to be shown; `body` is the large part of the screen.
    fn view(&mut self, body: Rect) -> View {
        let board = lock(&self.board).clone();
        let outlook = self.outlook();
        let picture = self.picture(&board, outlook.as_deref(), body);
        let last = picture.rows.len().saturating_sub(body.height.into());
        self.tops[Tab::Best as usize] = self.tops[Tab::Best as usize].min(last);
        let changes = match self.tab {
            Tab::Changes => self.comparisons.changes(&board),
            _ => Vec::new(),
        };
        let standing = self.run.watch.standing();
        let (running, computes_since) = (standing.running.clone(), standing.computes_since);
        drop(standing);
        let job = |test: probdd_exec::RunningTest| Job {
            time: test.began.elapsed(),
            is_guess: test.is_guess,
        };
        let notice = self.notice.as_ref().filter(|(_, since)| since.elapsed() < NOTICE);
        View {
            name: self.run.settings.input.shown_name().clone(),
            elapsed: self.began.elapsed(),
            mode: self.mode(),
            jobs: running.into_iter().map(job).collect(),
            most_jobs: self.most_jobs,
            computes: computes_since
                .map(|since| since.elapsed())
                .filter(|long| *long >= slow::NOTICEABLE),
            tab: self.tab,
            shows_help: self.shows_help,
            top: self.tops[self.tab as usize],
            picture,
            queries_left: outlook.map(|outlook| queries_left(&outlook.undecided)),
            changes,
            notice: notice.map(|(text, _)| text.clone()),
            look: self.look,
            board,
        }
    }

    /// The best candidate with its marks. It is compared again only when that has a share of the
    /// processor left, so that figures are shown in between.
    fn picture(&mut self, board: &Board, outlook: Option<&Outlook>, body: Rect) -> Arc<Picture> {
        let width = body.width.into();
        let known = self.picture.clone().filter(|picture| picture.width == width);
        if let Some(known) = known.as_ref().filter(|_| Instant::now() < self.next_picture) {
            return Arc::clone(known);
        }
        let before = processor_time();
        let known = known.filter(|picture| picture.text.is(&board.best));
        let rows =
            known.map_or_else(|| Rows::of(board.best.bytes(), width), |known| known.rows.clone());
        let picture = Arc::new(Picture {
            text: board.best.clone(),
            rows,
            width,
            heat: outlook.map(|outlook| self.comparisons.heat(board, outlook)).unwrap_or_default(),
            tried: self.comparisons.tried(board),
            fresh: self.comparisons.fresh(board),
        });
        self.compared = processor_time().saturating_sub(before);
        self.next_picture = Instant::now() + self.compared * SHARE;
        self.picture = Some(Arc::clone(&picture));
        self.follow(&picture, body.height.into());
        picture
    }

    /// Scrolls to what is tried, now and then.
    fn follow(&mut self, picture: &Picture, rows: usize) {
        let Some(first) = picture.tried.first().filter(|_| self.follows) else { return };
        let (row, top) = (picture.rows.row_of(first.start), self.tops[Tab::Best as usize]);
        if (top..top + rows).contains(&row) || self.followed.elapsed() < STAY {
            return;
        }
        self.tops[Tab::Best as usize] = row.saturating_sub(rows / 3);
        self.followed = Instant::now();
    }

    /// What the search believes, as far as it has told. It is asked again after a while.
    fn outlook(&mut self) -> Option<Arc<Outlook>> {
        let mut standing = self.run.watch.standing();
        if Instant::now() >= self.next_outlook {
            standing.wants_outlook = true;
            let took = standing.outlook.as_ref().map_or(Duration::ZERO, |outlook| outlook.took);
            self.next_outlook = Instant::now() + ASK.max(took * SHARE);
        }
        standing.outlook.clone()
    }

    fn mode(&self) -> Mode {
        match () {
            () if self.run.interrupt.is_raised() => Mode::Stopping,
            () if self.run.controls.is_paused() => Mode::Paused,
            () => Mode::Running,
        }
    }

    fn act(&mut self, action: Action) -> io::Result<()> {
        let page = terminal::size().map_or(1, |(_, rows)| (rows / 2).cast_signed().into());
        match action {
            Action::Help => self.shows_help = !self.shows_help,
            Action::NextView => self.turn_to(self.tab.after(1)),
            Action::PreviousView => self.turn_to(self.tab.after(Tab::ALL.len() - 1)),
            Action::Scroll(rows) => self.scroll(rows),
            Action::Page(pages) => self.scroll(pages * page),
            Action::Top => self.scroll(isize::MIN / 2),
            Action::Bottom => self.scroll(isize::MAX / 2),
            Action::Redraw => {
                self.hide();
                self.show_again()?;
            }
            Action::Pause => self.pause(),
            Action::Quit => {
                self.run.controls.pause(false);
                self.run.controls.quit(&self.run.interrupt);
            }
            Action::FewerJobs => self.limit_jobs(self.most_jobs - 1),
            Action::MoreJobs => self.limit_jobs(self.most_jobs + 1),
            Action::WriteCopy => self.write_copy(),
            Action::Follow => {
                self.follows = !self.follows;
                self.answer(if self.follows {
                    "follows what is tried"
                } else {
                    "stays where it is"
                });
            }
            Action::Skip => {
                self.run.controls.skip();
                self.answer("the pass ends when the current query has its answer");
            }
            Action::OpenBest => self.open_best(),
            Action::OpenDiff => self.open_difference(),
        }
        Ok(())
    }

    fn turn_to(&mut self, tab: Tab) {
        (self.tab, self.shows_help) = (tab, false);
    }

    fn scroll(&mut self, rows: isize) {
        let top = &mut self.tops[self.tab as usize];
        *top = top.saturating_add_signed(rows);
        self.follows &= self.tab != Tab::Best;
    }

    fn pause(&mut self) {
        let is_paused = !self.run.controls.is_paused();
        self.run.controls.pause(is_paused);
        self.answer(if is_paused { "no test starts; p goes on" } else { "the run goes on" });
    }

    fn limit_jobs(&mut self, most: usize) {
        self.most_jobs = most.clamp(1, self.run.settings.jobs as usize);
        self.run.controls.limit_jobs(self.most_jobs);
    }

    fn write_copy(&mut self) {
        let best = lock(&self.board).best.clone();
        let answer = match write_copy(&self.run, best.bytes()) {
            Ok(path) => format!("wrote {}", from_here(&path).display()),
            Err(error) => error.to_string(),
        };
        self.answer(&answer);
    }

    fn open_best(&mut self) {
        let best = lock(&self.board).best.clone();
        self.open_in_pager(best.bytes());
    }

    fn open_difference(&mut self) {
        let best = lock(&self.board).best.clone();
        let name = self.run.settings.input.shown_name().clone();
        let text = unified(&self.run.settings.input.bytes, best.bytes(), &name);
        self.open_in_pager(text.as_bytes());
    }

    /// Shows a text in the user's pager, which has the terminal meanwhile. The run goes on.
    fn open_in_pager(&mut self, text: &[u8]) {
        self.hide();
        if let Err(error) = show_in_pager(text) {
            self.answer(&format!("cannot start the pager: {error}"));
        }
    }

    /// Answers to a key.
    fn answer(&mut self, text: &str) {
        self.notice = Some((text.into(), Instant::now()));
    }
}

/// How many queries at least decide what is undecided: a query tells one bit.
fn queries_left(undecided: &[f64]) -> u64 {
    let term = |p: f64| if p > 0.0 { -p * p.log2() } else { 0.0 };
    let bits: f64 = undecided.iter().map(|p| term(*p) + term(1.0 - *p)).sum();
    #[expect(clippy::cast_sign_loss, reason = "no probability is above 1")]
    let queries = bits.ceil() as u64;
    queries
}

/// The time of a processor that this thread has had.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}
