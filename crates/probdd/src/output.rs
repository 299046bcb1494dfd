//! The result: where it goes, how it is written, and what stood there before.

mod destination;
mod earlier;
mod in_place;
mod lock;
mod mark;
mod result_file;
mod result_writer;

pub(crate) use destination::Destination;
pub(crate) use lock::OutputLock;
pub(crate) use result_file::ResultFile;
pub(crate) use result_writer::ResultWriter;
