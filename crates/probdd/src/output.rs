//! The result: where it goes, how it is written, and what stood there before.

mod destination;
mod directory;
mod earlier;
mod edited;
mod finds;
mod in_place;
mod in_place_files;
mod lock;
mod mark;
mod result_file;
mod result_writer;
mod swap;

pub(crate) use destination::Destination;
pub(crate) use finds::Finds;
pub(crate) use in_place_files::recover;
pub(crate) use result_file::ResultFile;
pub(crate) use result_writer::ResultWriter;
