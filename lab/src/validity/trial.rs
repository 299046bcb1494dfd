//! Candidates before their judge: written to a folder, judged, and the folder removed.

use super::candidates::Source;
use super::judging::{NoJudgement, judge};
use crate::corpus;
use probdd_core::Edits;
use probdd_syntax::Language;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What is the same for all candidates of a language.
pub(super) struct Trial<'a> {
    pub(super) language: &'static Language,
    pub(super) sources: &'a [Source],
    /// Whether the candidates' files stay, for a look.
    pub(super) keeps_files: bool,
}

/// What the judge said.
pub(super) struct Verdicts {
    pub(super) judge: String,
    /// Remarks on the sources that are not accepted as they are.
    pub(super) not_accepted: Vec<String>,
    /// For every candidate whether it is valid, or why it is not; nothing where its source is not.
    pub(super) of_cases: Vec<Option<Result<(), String>>>,
}

impl Trial<'_> {
    /// Has candidates judged. `place` tells the number of a candidate's source, and its edits.
    pub(super) fn verdicts<T>(
        &self,
        cases: &[T],
        place: &dyn Fn(&T) -> (usize, &Edits),
    ) -> Result<Verdicts, NoJudgement> {
        let failed = |error: std::io::Error| NoJudgement::Failed(error.to_string());
        let folder = self.folder().map_err(failed)?;
        self.write_originals(&folder).map_err(failed)?;
        for (number, case) in cases.iter().enumerate() {
            let (source, edits) = place(case);
            let name = self.file_name(source, &number.to_string());
            let text = self.sources[source].rendered(edits);
            std::fs::write(folder.join(name), text).map_err(failed)?;
        }
        let judgement = judge(self.language.name(), &folder);
        if !self.keeps_files {
            std::fs::remove_dir_all(&folder).map_err(failed)?;
        }
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
        let verdict = |(number, case): (usize, &T)| {
            let (source, _) = place(case);
            let name = self.file_name(source, &number.to_string());
            is_accepted[source].then(|| judgement.of(&name).map_err(str::to_owned))
        };
        let of_cases = cases.iter().enumerate().map(verdict).collect();
        Ok(Verdicts { judge: judgement.judge.clone(), not_accepted, of_cases })
    }

    /// An empty folder.
    fn folder(&self) -> std::io::Result<PathBuf> {
        let folder = corpus::target().join("validity").join(self.language.name());
        let folder = std::path::absolute(folder)?;
        if folder.is_dir() {
            std::fs::remove_dir_all(&folder)?;
        }
        std::fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    fn write_originals(&self, folder: &Path) -> std::io::Result<()> {
        let mut origins = String::new();
        for (index, source) in self.sources.iter().enumerate() {
            let name = self.file_name(index, "original");
            std::fs::write(folder.join(name), source.document.text())?;
            let path = std::path::absolute(&source.file.path)?;
            let root = std::path::absolute(&source.file.root)?;
            // Writing to a string does not fail.
            let _ = writeln!(origins, "{index}\t{}\t{}", path.display(), root.display());
        }
        std::fs::write(folder.join("origins.tsv"), origins)
    }

    fn file_name(&self, source: usize, what: &str) -> String {
        let path = &self.sources[source].file.path;
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        format!("{source}-{what}.{extension}")
    }
}
