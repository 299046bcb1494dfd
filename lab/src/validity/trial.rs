//! A trial: candidates are written to a folder, judged, and removed.

use super::candidates::{Candidate, Source};
use super::judging::{NoJudgement, judge};
use crate::tool::target;
use fs_err as fs;
use probdd_syntax::Language;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The sources of one language, whose candidates are judged.
pub(super) struct Trial<'a> {
    pub(super) language: &'static Language,
    pub(super) sources: &'a [Source],
}

/// Either that a candidate is valid or the judge's message; none if its source is not valid.
pub(super) type Verdict = Option<Result<(), String>>;

/// The verdicts of the judge.
pub(super) struct Verdicts {
    pub(super) judge: String,
    /// Remarks on the unmodified sources that are not accepted.
    pub(super) not_accepted: Vec<String>,
    pub(super) of_cases: Vec<Verdict>,
}

impl Trial<'_> {
    /// Has candidates judged.
    pub(super) fn verdicts(&self, candidates: &[Candidate]) -> Result<Verdicts, NoJudgement> {
        let folder = self.folder()?;
        self.write_originals(&folder)?;
        for (number, Candidate { source, edits, .. }) in candidates.iter().enumerate() {
            let path = folder.join(self.file_name(*source, &number.to_string()));
            fs::write(path, self.sources[*source].rendered(edits))?;
        }
        let judgement = judge(self.language.name(), &folder);
        fs::remove_dir_all(&folder)?;
        let judgement = judgement?;
        let mut not_accepted = Vec::new();
        let mut is_accepted = Vec::new();
        for (index, source) in self.sources.iter().enumerate() {
            let verdict = judgement.of(&self.file_name(index, "original"));
            is_accepted.push(verdict.is_ok());
            if let Err(message) = verdict {
                not_accepted.push(format!("{} is not accepted: {message}", source.file.label));
            }
        }
        let verdict = |(number, candidate): (usize, &Candidate)| {
            let name = self.file_name(candidate.source, &number.to_string());
            is_accepted[candidate.source].then(|| judgement.of(&name).map_err(str::to_owned))
        };
        let of_cases = candidates.iter().enumerate().map(verdict).collect();
        Ok(Verdicts { judge: judgement.judge.clone(), not_accepted, of_cases })
    }

    /// An empty folder.
    fn folder(&self) -> std::io::Result<PathBuf> {
        let folder = target().join("validity").join(self.language.name());
        let folder = std::path::absolute(folder)?;
        if folder.is_dir() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    fn write_originals(&self, folder: &Path) -> std::io::Result<()> {
        let mut origins = String::new();
        for (index, source) in self.sources.iter().enumerate() {
            let name = self.file_name(index, "original");
            fs::write(folder.join(name), source.document.text())?;
            let path = std::path::absolute(&source.file.path)?;
            let root = std::path::absolute(&source.file.root)?;
            // Writing to a string does not fail.
            let _ = writeln!(origins, "{index}\t{}\t{}", path.display(), root.display());
        }
        fs::write(folder.join("origins.tsv"), origins)
    }

    fn file_name(&self, source: usize, what: &str) -> String {
        let path = &self.sources[source].file.path;
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        format!("{source}-{what}.{extension}")
    }
}
