//! Files in general: names, globs, hashes, and writes that are complete or absent.

mod globs;
mod os_text;
mod paths;
mod sha256;
mod stamp;
mod write;

pub(crate) use globs::Globs;
pub(crate) use os_text::OsText;
pub(crate) use paths::{
    from_here, hidden_beside, is_executable, name_of_parts, named_in_command, resolved,
    same_content, same_file, search_path, with_suffix,
};
pub(crate) use sha256::sha256;
pub(crate) use stamp::Stamp;
pub(crate) use write::{
    check_no_directory, check_writable, is_special, remove_partial, unwritable_place, write,
    write_as,
};
