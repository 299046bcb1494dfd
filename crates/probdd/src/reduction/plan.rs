//! The plan of a run as tables: what is asked, in which order, when, and how long.
//!
//! A run repeats *rounds* until one changes nothing. A round follows the plan of the text that it begins with
//! ([`ROUNDS`]). A *step* of a plan is a pass, a list of steps, or steps for each part of the text. A step without a
//! condition is always taken, and one without an end is taken once. Only [`run`](super::run) follows plans. A *rung* is a
//! way to make a text simpler by other changes than removals ([`ladder`](super::ladder)).
//!
//! A new pass belongs where its candidates are cheapest: what removes most of the text in a few queries comes first;
//! what makes the insides of tokens smaller comes before the rungs, which ask about long tokens otherwise; what makes
//! a small text simpler is a rung.

use Each::{Files, FirstFile, Guests, Regions, Windows, WithoutGrammar};
use Pass as P;
use Until::{Changed, LittleSaved, Unchanged};
use When as W;
use probdd_syntax::Stage;

/// A round: parts of a text that is too large to be read as a whole go first, then the plan of what is left.
pub(super) const ROUND: &[Step] = &[pass(P::Parts), Step::new(What::Round)];

/// The plans of rounds. The first one whose condition holds is that of the text.
pub(super) const ROUNDS: [(When, &[Step]); 7] = [
    (W::IsGuest, GUEST),
    (W::HasFiles, FILES),
    (W::HasRegions, REGIONS),
    (W::IsTooLarge, WINDOWS),
    (W::IsList, LISTS),
    (W::IsPublished, PUBLISHED),
    (W::Always, TREE),
];

/// A text that is read as a tree: prepare, search, simplify, prove.
const TREE: &[Step] = &[
    pass(P::Mark),
    pass(P::Compact),
    pass(P::Probe),
    steps(COMMENTS),
    pass(P::Lines).when(&[W::HasLines]),
    pass(P::EscapedStrings).when(&[W::IsSimplified]),
    steps(SEARCH).when(&[W::SearchesOnce]),
    steps(SEARCH).when(&[W::RepeatsSearch]).until(Unchanged),
    steps(SIMPLIFY).when(&[W::IsSimplified, W::IsCertifying]),
    steps(LAST_CHECK).when(&[W::IsSimplified, W::IsCertifying]).until(Changed),
    pass(P::Certify).when(&[W::IsNotSimplified, W::IsCertifying]),
    // A certificate is about tokens. If the layout changes, another round follows.
    steps(LAYOUT),
];

/// All comments, or else as many as possible.
const COMMENTS: &[Step] = &[pass(P::AllComments), pass(P::Comments).when(&[W::NothingChanged])];

/// Removes what can go as it stands. One search of frontier is enough: rungs and the next round find the rest in fewer
/// queries. Other searches are repeated.
const SEARCH: &[Step] = &[
    pass(P::Nesting).until(Unchanged),
    pass(P::SearchRungs(Stage::BeforeSearch)).when(&[W::IsSimplified]),
    pass(P::FirstSearch),
    steps(IF_SLOW).when(&[W::WasSlow]),
    steps(AFTER_SEARCH).when(&[W::IsSimplified]).until(Unchanged),
    pass(P::NearTemplates).when(&[W::HasTemplates, W::IsSimplified]),
    pass(P::Templates).when(&[W::HasTemplates, W::IsNotSimplified]),
    pass(P::Freed).when(&[W::IsSimplified, W::IsCertifying]),
    pass(P::SweepAgain).when(&[W::IsNotSimplified, W::IsCertifying]),
];

/// Where the search was slow, functions lose their bodies before it goes on.
const IF_SLOW: &[Step] = &[pass(P::SearchRungs(Stage::IfSlow)), pass(P::Search)];

/// What makes more removable than the search has left.
const AFTER_SEARCH: &[Step] =
    &[pass(P::SearchRungs(Stage::AfterSearch)), pass(P::Search).when(&[W::SomethingChanged])];

/// Makes simpler what the search has left: insides of tokens, then rungs with one sweep, then shorter tokens.
const SIMPLIFY: &[Step] = &[
    steps(INSIDES).until(Unchanged),
    // Without line breaks, some statements and pairs would not be found.
    pass(P::Statements).when(&[W::HasNoGrammar]),
    steps(LAYOUT),
    steps(RUNGS_AND_SWEEP).until(LittleSaved),
    pass(P::SaveTokens),
    steps(SHORTER_TOKENS).until(Unchanged),
    steps(LAYOUT),
];

/// `--format tidy`: programs as a person lays them out, other texts without the blanks that nobody needs. Line breaks and
/// indentation show which tokens belong together, so they go after the search.
const LAYOUT: &[Step] = &[pass(P::Blanks), pass(P::Layout)];

/// The insides of long tokens: texts of other languages, words, characters.
const INSIDES: &[Step] =
    &[each(Guests, ROUND), pass(P::Words), pass(P::SweepWords), pass(P::Characters)];

/// Shorter tokens.
const SHORTER_TOKENS: &[Step] = &[pass(P::ShortNames), pass(P::SaveBytes)];

/// The rungs, then nodes and tokens alone, without those whose removal hardly succeeds.
const RUNGS_AND_SWEEP: &[Step] = &[
    pass(P::ShortNames),
    pass(P::SaveTokens),
    pass(P::Layout),
    steps(&[pass(P::Sweep), pass(P::DistinctTokens)]),
];

/// The last questions of every round. A change makes a certificate worthless, so the first step that changes something
/// ends them: what is left is for the next round.
const LAST_CHECK: &[Step] = &[
    each(
        WithoutGrammar,
        &[steps(SEARCH), steps(RUNGS_AND_SWEEP).until(LittleSaved), steps(SHORTER_TOKENS)],
    )
    .when(&[W::IsLast, W::IsMisread]),
    pass(P::Brackets).when(&[W::IsLast]),
    pass(P::Statements).when(&[W::IsLast, W::HasNoGrammar]),
    pass(P::LikelyTokens),
    pass(P::SweepAll),
    pass(P::AllTokens),
    pass(P::Certify),
];

/// An algorithm over trees as its paper has it, repeated where the paper repeats it.
const PUBLISHED: &[Step] = &[
    pass(P::Compact),
    steps(&[pass(P::Search), pass(P::Templates).when(&[W::HasTemplates])]).until(Unchanged),
];

/// A list of lines, tokens, characters or bytes, or of each of several units in turn.
const LISTS: &[Step] = &[
    pass(P::Mark),
    pass(P::Compact),
    pass(P::Units).when(&[W::HasOneUnit]),
    pass(P::Units).when(&[W::HasSeveralUnits]).until(Unchanged),
    pass(P::SweepUnits).when(&[W::IsCertifying]),
    pass(P::Certify).when(&[W::IsCertifying]),
];

/// Several files: fewer, then joined, then each for itself. What stands in one file is reduced better than what is
/// spread over two, so they are joined early, but not before one search has made them small enough to be one text.
const FILES: &[Step] = &[
    pass(P::Files),
    steps(&[each(Files, ROUGHLY), pass(P::Files)]).when(&[W::HasSeveralTexts, W::HasMuchText]),
    pass(P::Joins),
    steps(&[each(Files, ROUND), pass(P::Files), pass(P::Joins)]).when(&[W::HasSeveralTexts]),
    each(FirstFile, ROUND),
    pass(P::Certify).when(&[W::IsCertifying, W::NothingChanged]),
];

/// What one search removes from a file.
const ROUGHLY: &[Step] = &[
    pass(P::Parts),
    steps(&[pass(P::Probe), steps(COMMENTS), pass(P::Nesting).until(Unchanged), pass(P::Search)])
        .when(&[W::IsTree]),
];

/// Only what lies between markers.
const REGIONS: &[Step] =
    &[each(Regions, ROUND), pass(P::Certify).when(&[W::IsCertifying, W::NothingChanged])];

/// A text that is still too large for a tree when its parts have been asked about.
const WINDOWS: &[Step] =
    &[each(Windows, ROUND), pass(P::Certify).when(&[W::IsCertifying, W::NothingChanged])];

/// A text of another language inside of a string or comment. What makes it simpler comes with that of its host.
const GUEST: &[Step] = &[steps(COMMENTS), steps(SEARCH), steps(INSIDES).until(Unchanged)];

/// A row of a plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) what: What,
    /// The conditions, all of which must hold.
    pub(super) when: &'static [When],
    pub(super) until: Until,
}

/// What happens at a step.
#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    Pass(Pass),
    Steps(&'static [Step]),
    /// Steps for each part of the text as if it were the whole.
    Each(Each, &'static [Step]),
    /// The plan of the text among [`ROUNDS`].
    Round,
}

/// The parts of a text. Windows, regions and guests come from the last to the first, so that those that are left stay
/// where they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Each {
    /// Files. A file comes before those that it refers to: what nothing uses any more is easy to remove. The last
    /// questions ([`When::IsLast`]) are left out.
    Files,
    /// Files in the same order, with the last questions, up to the first one that becomes smaller. The next round asks
    /// about the others.
    FirstFile,
    /// What lies between markers.
    Regions,
    /// Windows of a text that is too large for a tree.
    Windows,
    /// Texts of other languages in strings and comments.
    Guests,
    /// The whole text, read as nested brackets.
    WithoutGrammar,
}

/// A condition of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    Always,
    /// The last step that was taken has changed the text.
    SomethingChanged,
    /// The last step that was taken has changed nothing.
    NothingChanged,
    /// A text of another language inside of a text.
    IsGuest,
    HasFiles,
    HasSeveralTexts,
    /// Files have enough text together to be reduced before they are joined.
    HasMuchText,
    HasRegions,
    /// A text for which a tree would take too much memory.
    IsTooLarge,
    /// `--reducer list`.
    IsList,
    HasOneUnit,
    HasSeveralUnits,
    /// `--fixpoint=papers`.
    IsPublished,
    /// A tree search is chosen, and the text is small enough for it.
    IsTree,
    /// Frontier, in lines that do not define names: names tell better which lines need others.
    HasLines,
    /// The grammar finds errors in the text.
    IsMisread,
    /// `--polish tokens` or more: rungs follow the search.
    IsSimplified,
    IsNotSimplified,
    /// Frontier, followed by rungs: one search is enough.
    SearchesOnce,
    /// Any other search, which is repeated until nothing changes.
    RepeatsSearch,
    /// The search was frontier, and ended because it was slow.
    WasSlow,
    /// `--polish templates` or more, and the search does not replace nodes itself.
    HasTemplates,
    /// The run goes on until it is proved that nothing alone can be removed.
    IsCertifying,
    /// The last questions of a round may be asked: not while there are other files.
    IsLast,
    /// A text without a grammar, which is read as lines and brackets.
    HasNoGrammar,
}

/// How long a step is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
    Once,
    /// Until a repetition changes nothing; without a fixpoint, once.
    Unchanged,
    /// Until the last of its steps saves less than a fiftieth of the tokens.
    LittleSaved,
    /// Once, but only up to the first of its steps that changes something.
    Changed,
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// The byte order mark.
    Mark,
    /// The compact text, for `--format compact`.
    Compact,
    /// Parts of a text that is too large to be read as a whole.
    Parts,
    /// The empty text.
    Probe,
    AllComments,
    Comments,
    /// Groups of lines.
    Lines,
    /// Words of strings with very many escapes, in a text with a grammar.
    EscapedStrings,
    /// Levels of deep nests.
    Nesting,
    /// Rungs that make more removable.
    SearchRungs(Stage),
    /// The search of `--reducer`. It ends early if it is slow and functions may lose their bodies.
    FirstSearch,
    /// The search of `--reducer`.
    Search,
    /// Nodes by descendants of about the same kind.
    NearTemplates,
    /// Nodes by descendants that fit there.
    Templates,
    /// Nodes that a search could not remove, as far as later changes have made it possible.
    Freed,
    /// Words of tokens.
    Words,
    /// Single words until nothing changes.
    SweepWords,
    /// Characters of words.
    Characters,
    /// Names and literals, all together.
    ShortNames,
    /// Offers of rungs that save tokens, as long as one is worth a query.
    SaveTokens,
    /// Offers of rungs that save bytes, as long as one is worth a query.
    SaveBytes,
    /// Single nodes, without those that have a part that was refused.
    Sweep,
    /// Single nodes.
    SweepAll,
    /// Single nodes until nothing changes.
    SweepAgain,
    /// Single tokens, of those with equal texts the first.
    DistinctTokens,
    /// Single tokens, without those that were refused.
    LikelyTokens,
    /// Single tokens.
    AllTokens,
    /// Pairs of brackets.
    Brackets,
    /// Statements that are no nodes, and pairs of lines.
    Statements,
    /// Blanks of texts that are no programs.
    Blanks,
    /// A program as a person lays it out.
    Layout,
    /// The list algorithm on each kind of unit.
    Units,
    /// Single units until nothing changes.
    SweepUnits,
    /// Files and directories, and what is in them.
    Files,
    /// Files made one.
    Joins,
    /// Notes that no single token can go.
    Certify,
}

const fn pass(pass: Pass) -> Step {
    Step::new(What::Pass(pass))
}

const fn steps(steps: &'static [Step]) -> Step {
    Step::new(What::Steps(steps))
}

const fn each(parts: Each, steps: &'static [Step]) -> Step {
    Step::new(What::Each(parts, steps))
}

impl Step {
    const fn new(what: What) -> Step {
        Step { what, when: &[], until: Until::Once }
    }

    const fn when(self, when: &'static [When]) -> Step {
        Step { when, ..self }
    }

    const fn until(self, until: Until) -> Step {
        Step { until, ..self }
    }
}
