//! A query as an action: the tree of files that it begins with, its command, and the blobs that a
//! server has to have for it.

use crate::digest::{Digest, Function};
use crate::script::{PLACE, SHELL, Script};
use crate::tree::{Folder, Node};
use crate::{Error, Options};
use bazel_remote_apis::build::bazel::remote::execution::v2::{self as api, command};
use bazel_remote_apis::google::protobuf;
use bytes::Bytes;
use probdd_core::bundle::{EntryKind, entries};
use probdd_exec::{Companion, Form, Limits, Steps, Surroundings};
use std::collections::{BTreeMap, HashMap};
use std::ffi::OsStr;
use std::fs;
use std::ops::Range;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A recent bundle is replaced when more than one byte in so many had to be hashed.
const RENEW: usize = 8;

/// Where the bytes of a blob are.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    Bytes(Bytes),
    File(PathBuf),
}

/// A blob that a server has to have.
pub(crate) type Blob = (Digest, Content);

/// What all queries of a test have in common.
#[derive(Debug)]
pub(crate) struct Layout {
    function: Function,
    /// The files of the test, and those that every query has besides the candidate.
    folder: Folder,
    blobs: Vec<Blob>,
    form: Form,
    limits: Limits,
    options: Arc<Options>,
    has_output_paths: bool,
    recent: Mutex<Arc<Recent>>,
}

/// The files of a recent bundle: most files of the next one are the same.
#[derive(Debug, Default)]
struct Recent {
    bundle: Vec<u8>,
    files: HashMap<Vec<u8>, (Range<usize>, Digest)>,
}

/// A query, ready to be asked.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    pub(crate) action: Digest,
    pub(crate) blobs: Vec<Blob>,
    pub(crate) script: Arc<Script>,
    /// How long it may run.
    pub(crate) limit: Option<Duration>,
    /// What is of use of its output.
    pub(crate) limits: Limits,
}

/// What a function of a server needs: how it hashes, and whether it knows `output_paths`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dialect {
    pub(crate) function: Function,
    pub(crate) has_output_paths: bool,
}

impl Layout {
    /// Reads the files that all queries have. `test` are those of the test, by their place beside it.
    pub(crate) fn new(
        surroundings: &Surroundings,
        test: &[Companion],
        options: &Arc<Options>,
        dialect: Dialect,
    ) -> Result<Layout, Error> {
        let Dialect { function, has_output_paths } = dialect;
        let mut layout = Layout {
            function,
            folder: Folder::default(),
            blobs: Vec::new(),
            form: surroundings.form().clone(),
            limits: surroundings.limits.clone(),
            options: Arc::clone(options),
            has_output_paths,
            recent: Mutex::default(),
        };
        layout.folder.make(&format!("{PLACE}/in"));
        layout.folder.make(&format!("{PLACE}/test"));
        for (folder, files) in [("test", test), ("in", surroundings.companions())] {
            for Companion { source, place } in files {
                layout.add(
                    source,
                    &format!("{PLACE}/{folder}/{}", utf8(place.as_os_str())?),
                    true,
                )?;
            }
        }
        for directory in surroundings.form().directories() {
            layout.folder.make(&format!("{PLACE}/in/{}", utf8(directory.as_os_str())?));
        }
        Ok(layout)
    }

    /// Adds a file, or a directory with all that is in it. Links inside of it stay links.
    fn add(&mut self, source: &Path, place: &str, is_named: bool) -> Result<(), Error> {
        let read = |cause| Error::Read(source.to_owned(), cause);
        let found = if is_named { fs::metadata(source) } else { fs::symlink_metadata(source) };
        let found = found.map_err(read)?;
        if found.is_symlink() {
            let target = fs::read_link(source).map_err(read)?;
            self.folder.put(place, Node::Link(utf8(target.as_os_str())?.to_owned()));
        } else if found.is_dir() {
            self.folder.make(place);
            for entry in fs::read_dir(source).map_err(read)? {
                let entry = entry.map_err(read)?;
                let below = format!("{place}/{}", utf8(&entry.file_name())?);
                self.add(&entry.path(), &below, false)?;
            }
        } else if found.is_file() {
            let digest = self.function.of(&fs::read(source).map_err(read)?);
            let is_executable = found.permissions().mode() & 0o111 != 0;
            self.folder.put(place, Node::File { digest, is_executable });
            self.blobs.push((digest, Content::File(source.to_owned())));
        } else {
            return Err(Error::NoFile(source.to_owned()));
        }
        Ok(())
    }

    /// Returns the digest of a file of a candidate, which was computed before if the file is the same.
    fn digest_of(&self, recent: &Recent, path: &[u8], content: &[u8]) -> (Digest, bool) {
        match recent.files.get(path) {
            Some((range, digest)) if recent.bundle[range.clone()] == *content => (*digest, true),
            _ => (self.function.of(content), false),
        }
    }

    fn recent(&self) -> Arc<Recent> {
        Arc::clone(&self.recent.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn set_recent(&self, recent: Recent) {
        *self.recent.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(recent);
    }
}

/// Makes the queries of one worker.
#[derive(Debug)]
pub(crate) struct Stage {
    layout: Arc<Layout>,
    folder: Folder,
    /// What of the last bundle is in the folder.
    staged: BTreeMap<Vec<u8>, (EntryKind, Digest)>,
    script: Option<Prepared>,
}

/// A script with its command.
#[derive(Debug)]
struct Prepared {
    script: Arc<Script>,
    command: Digest,
    blobs: [Blob; 2],
    limit: Option<Duration>,
}

impl Stage {
    pub(crate) fn new(layout: Arc<Layout>) -> Stage {
        let folder = layout.folder.clone();
        Stage { layout, folder, staged: BTreeMap::new(), script: None }
    }

    /// Sets the steps that the following queries run.
    pub(crate) fn set_steps(&mut self, steps: Steps) {
        let Layout { function, form, options, has_output_paths, .. } = &*self.layout;
        let limit = steps.steps.iter().map(|step| step.timeout).sum::<Option<Duration>>();
        let script = Script::new(steps, &form.arguments(Path::new("")));
        let text = Bytes::from(script.text.clone());
        let digest = function.of(&text);
        self.folder.put(&format!("{PLACE}/run"), Node::File { digest, is_executable: true });
        let (command, bytes) =
            function.of_message(&command_of(&script, options, *has_output_paths));
        let blobs = [(digest, Content::Bytes(text)), (command, Content::Bytes(bytes.into()))];
        self.script = Some(Prepared { script: Arc::new(script), command, blobs, limit });
    }

    /// Makes the query about a candidate. Its steps have been set.
    pub(crate) fn query(&mut self, candidate: &[u8]) -> Result<Query, Error> {
        let layout = Arc::clone(&self.layout);
        let mut blobs = layout.blobs.clone();
        match &layout.form {
            Form::File(name) => {
                let digest = layout.function.of(candidate);
                let place = format!("{PLACE}/in/{}", utf8(name)?);
                self.folder.put(&place, Node::File { digest, is_executable: false });
                blobs.push((digest, Content::Bytes(Bytes::copy_from_slice(candidate))));
            }
            Form::Bundle(_) => self.stage(candidate, &mut blobs)?,
        }
        let root = self.folder.seal(layout.function);
        self.folder.messages(&mut |digest, bytes| {
            blobs.push((digest, Content::Bytes(bytes.clone())));
        });
        let prepared = self.script.as_ref().expect("the steps have been set");
        blobs.extend(prepared.blobs.iter().cloned());
        let limit = prepared.limit.map(|limit| limit + layout.options.margin);
        let action = api::Action {
            command_digest: Some(prepared.command.to_api()),
            input_root_digest: Some(root.to_api()),
            timeout: limit.map(duration),
            salt: layout.options.salt.clone(),
            platform: platform(&layout.options),
            ..api::Action::default()
        };
        let (action, bytes) = layout.function.of_message(&action);
        blobs.push((action, Content::Bytes(bytes.into())));
        blobs.sort_unstable_by_key(|(digest, _)| *digest);
        blobs.dedup_by_key(|(digest, _)| *digest);
        let script = Arc::clone(&prepared.script);
        Ok(Query { action, blobs, script, limit, limits: layout.limits.clone() })
    }

    /// Makes the folder hold what a bundle contains, in place of the last one.
    fn stage(&mut self, bundle: &[u8], blobs: &mut Vec<Blob>) -> Result<(), Error> {
        let whole = Bytes::copy_from_slice(bundle);
        let recent = self.layout.recent();
        let (mut files, mut hashed) = (HashMap::new(), 0);
        let mut wanted = BTreeMap::new();
        for entry in entries(bundle) {
            let content = entry.content.clone();
            let (digest, is_known) =
                self.layout.digest_of(&recent, &entry.path, &bundle[content.clone()]);
            hashed += if is_known { 0 } else { content.len() };
            if entry.is_file() {
                blobs.push((digest, Content::Bytes(whole.slice(content.clone()))));
                files.insert(entry.path.clone(), (content.clone(), digest));
            }
            wanted.insert(entry.path, (entry.kind, digest, content));
        }
        for path in self.staged.keys().rev().filter(|path| !wanted.contains_key(*path)) {
            self.folder.remove(&place_of(path)?);
        }
        for (path, (kind, digest, content)) in &wanted {
            if self.staged.get(path) == Some(&(*kind, *digest)) {
                continue;
            }
            let place = place_of(path)?;
            match kind {
                EntryKind::Directory { .. } => self.folder.make(&place),
                EntryKind::File { mode } => {
                    let is_executable = mode & 0o111 != 0;
                    self.folder.put(&place, Node::File { digest: *digest, is_executable });
                }
                EntryKind::Link => {
                    let target = utf8(OsStr::from_bytes(&bundle[content.clone()]))?.to_owned();
                    self.folder.put(&place, Node::Link(target));
                }
            }
        }
        self.staged =
            wanted.into_iter().map(|(path, (kind, digest, _))| (path, (kind, digest))).collect();
        for directory in self.layout.form.directories() {
            self.folder.make(&place_of(directory.as_os_str().as_bytes())?);
        }
        if hashed > bundle.len() / RENEW {
            self.layout.set_recent(Recent { bundle: bundle.to_vec(), files });
        }
        Ok(())
    }
}

fn place_of(path: &[u8]) -> Result<String, Error> {
    Ok(format!("{PLACE}/in/{}", utf8(OsStr::from_bytes(path))?))
}

fn utf8(text: &OsStr) -> Result<&str, Error> {
    text.to_str().ok_or_else(|| Error::NotUtf8(text.to_string_lossy().into_owned()))
}

#[allow(deprecated, reason = "old servers know output_files only")]
fn command_of(script: &Script, options: &Options, has_output_paths: bool) -> api::Command {
    let mut outputs: Vec<String> =
        script.outputs().into_iter().map(|name| format!("{PLACE}/{name}")).collect();
    outputs.sort_unstable();
    let variable = |(name, value): &(String, String)| command::EnvironmentVariable {
        name: name.clone(),
        value: value.clone(),
    };
    let mut command = api::Command {
        arguments: vec![SHELL.into(), format!("{PLACE}/run")],
        environment_variables: options.environment.iter().map(variable).collect(),
        platform: platform(options),
        ..api::Command::default()
    };
    command.environment_variables.sort_unstable_by(|a, b| a.name.cmp(&b.name));
    if has_output_paths {
        command.output_paths = outputs;
    } else {
        command.output_files = outputs;
    }
    command
}

fn platform(options: &Options) -> Option<api::Platform> {
    let property = |(name, value): &(String, String)| api::platform::Property {
        name: name.clone(),
        value: value.clone(),
    };
    let mut properties: Vec<_> = options.platform.iter().map(property).collect();
    properties.sort_by(|a, b| (&a.name, &a.value).cmp(&(&b.name, &b.value)));
    (!properties.is_empty()).then_some(api::Platform { properties })
}

fn duration(duration: Duration) -> protobuf::Duration {
    let seconds = i64::try_from(duration.as_secs()).unwrap_or(i64::MAX);
    protobuf::Duration { seconds, nanos: duration.subsec_nanos().cast_signed() }
}
