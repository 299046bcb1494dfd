//! Runs an action: as a process, or by a function that takes the place of the test.

use super::config::Worker;
use super::shared::Shared;
use crate::digest::Digest;
use crate::said;
use crate::script::{BEGIN, END, PLACE};
use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use tokio::task::spawn_blocking;

impl Shared {
    /// Runs an action; `None` if a blob is missing.
    pub(super) async fn work(&self, action: &api::Action) -> Option<api::ActionResult> {
        match &self.config.worker {
            Worker::Process => self.run_process(action).await,
            Worker::Function(function) => {
                let candidate = self.candidate(action)?;
                Some(self.pretend(function(&candidate), None))
            }
        }
    }

    /// The answer of an action whose test exited like this.
    pub(super) fn pretend(&self, status: i32, exit_code: Option<i32>) -> api::ActionResult {
        let text = format!("{BEGIN}\n0 {status} 1700000000000000000 1700000000001000000\n");
        let text = format!("{text}0m0.000s 0m0.000s\n0m0.001s 0m0.000s\n{END}\n");
        let outputs = [("status", text.as_str()), ("0", "")];
        let file = |(name, text): (&str, &str)| api::OutputFile {
            path: format!("{PLACE}/out/{name}"),
            digest: Some(self.store.put(self.function, text.to_owned()).to_api()),
            ..api::OutputFile::default()
        };
        api::ActionResult {
            output_files: outputs.into_iter().map(file).collect(),
            exit_code: exit_code.unwrap_or(status),
            ..api::ActionResult::default()
        }
    }

    fn candidate(&self, action: &api::Action) -> Option<Vec<u8>> {
        let mut folder = self.store.message::<api::Directory>(action.input_root_digest.as_ref())?;
        for name in [PLACE, "in"] {
            let found = folder.directories.iter().find(|directory| directory.name == name)?;
            folder = self.store.message::<api::Directory>(found.digest.as_ref())?;
        }
        let Some(file) = folder.files.first() else { return Some(Vec::new()) };
        Some(self.store.get(&Digest::from_api(file.digest.as_ref()?)?)?.to_vec())
    }

    async fn run_process(&self, action: &api::Action) -> Option<api::ActionResult> {
        let command: api::Command = self.store.message(action.command_digest.as_ref())?;
        let directory = tempfile::tempdir().expect("there is room");
        self.write_folder(directory.path(), action.input_root_digest.as_ref())?;
        for output in &command.output_paths {
            if let Some(parent) = directory.path().join(output).parent() {
                fs::create_dir_all(parent).expect("there is room");
            }
        }
        #[expect(
            clippy::disallowed_methods,
            reason = "a server for tests runs actions without a sandbox"
        )]
        let mut process = Command::new(&command.arguments[0]);
        process
            .args(&command.arguments[1..])
            .current_dir(directory.path())
            .env_clear()
            .envs(
                command
                    .environment_variables
                    .iter()
                    .map(|variable| (&variable.name, &variable.value)),
            )
            .stdin(Stdio::null());
        let ended = spawn_blocking(move || process.output().expect("the shell can be started"));
        let ended = ended.await.expect("it does not panic");
        let mut result = api::ActionResult {
            exit_code: ended.status.code().unwrap_or(137),
            stderr_raw: ended.stderr,
            stdout_raw: ended.stdout,
            ..api::ActionResult::default()
        };
        for path in &command.output_paths {
            if let Ok(content) = fs::read(directory.path().join(path)) {
                result.output_files.push(api::OutputFile {
                    path: path.clone(),
                    digest: Some(self.store.put(self.function, content).to_api()),
                    ..api::OutputFile::default()
                });
            }
        }
        Some(result)
    }

    fn write_folder(&self, place: &Path, digest: Option<&api::Digest>) -> Option<()> {
        let folder = self.store.message::<api::Directory>(digest)?;
        for file in &folder.files {
            let content = self.store.get(&Digest::from_api(file.digest.as_ref()?)?)?;
            let path = place.join(&file.name);
            fs::write(&path, content).expect("there is room");
            // As real workers do, so that nobody writes to their copies.
            let mode = if file.is_executable { 0o555 } else { 0o444 };
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("it is ours");
        }
        for link in &folder.symlinks {
            symlink(&link.target, place.join(&link.name)).expect("there is room");
        }
        for below in &folder.directories {
            let path = place.join(&below.name);
            fs::create_dir(&path).expect("there is room");
            self.write_folder(&path, below.digest.as_ref())?;
        }
        Some(())
    }

    /// The status of the test in an answer, if it ran.
    pub(super) fn status_of(&self, result: &api::ActionResult) -> Option<i32> {
        let path = format!("{PLACE}/out/status");
        let file = result.output_files.iter().find(|file| file.path == path)?;
        let text = self.store.get(&Digest::from_api(file.digest.as_ref()?)?)?;
        said::parse(&text)?.last()?.status
    }
}
