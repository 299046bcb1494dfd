//! `probdd init`: writes the property of a command as a test.

use super::clock::Process;
use super::learning;
use super::preparation::Preparation;
use crate::command_line::ReduceArgs;
use crate::error::{Exit, Failure};
use crate::files::write_as;
use crate::messages::slow;
use crate::settings::Settings;
use crate::ui;
use std::ffi::OsString;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Learns what the commands do on the input, and writes it down.
pub(crate) fn init(
    args: ReduceArgs,
    arguments: &[OsString],
    process: Process,
) -> Result<Exit, Failure> {
    if !args.has_property() {
        let message = "init needs a command after `--`";
        return Err(Failure::usage(message).hint("write probdd init <INPUT>... -- <CMD>..."));
    }
    #[cfg(feature = "remote")]
    super::elsewhere::refuse(&args, "init")?;
    let preparation = Preparation::new(process, args.run.max_time, args.run.quiet)?;
    let arguments = arguments.to_vec();
    let settings = preparation.step(slow::READING, move |activity| {
        let mut settings = Settings::new(args, None)?;
        learning::learn(&mut settings, &arguments, activity)?;
        Ok(settings)
    })?;
    let Some(property) = settings.test.property() else { return Ok(Exit::Success) };
    let input = settings.input.shown_name();
    let script = property.script(&input, &settings.with);
    let path = Path::new(script.name);
    if path.exists() {
        let message = format!("`{}` exists, and is not overwritten", script.name);
        return Err(Failure::usage(message).hint("move it, or write the test in another directory"));
    }
    let mode = if script.is_program { 0o755 } else { 0o644 };
    write_as(path, script.text.as_bytes(), path, |file| {
        let _ = file.set_permissions(Permissions::from_mode(mode));
    })?;
    ui::note(format!(
        "the test is in `{}`; its first lines say how to reduce with it",
        script.name
    ));
    Ok(Exit::Success)
}
