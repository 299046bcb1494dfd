//! What the user says about a farm.

use crate::{Address, Error};
use std::fmt::{self, Debug};
use std::path::PathBuf;
use std::time::Duration;
use tonic::metadata::{AsciiMetadataKey, AsciiMetadataValue, MetadataMap};

/// What the user says about a farm.
#[derive(Clone, Debug)]
pub struct Options {
    /// The servers; there is at least one.
    pub servers: Vec<Address>,
    /// A file with the certificates that prove servers, in place of those of the system.
    pub ca: Option<PathBuf>,
    /// The files of our own certificate and of its key.
    pub identity: Option<(PathBuf, PathBuf)>,
    /// What every request carries besides.
    pub headers: Vec<Header>,
    /// What a worker has to be, in the words of the farm.
    pub platform: Vec<(String, String)>,
    /// The variables that the test sees.
    pub environment: Vec<(String, String)>,
    /// What keeps the remembered answers of this test apart from others.
    pub salt: Vec<u8>,
    /// How many actions are outstanding at most.
    pub jobs: usize,
    /// How long no server may answer.
    pub patience: Duration,
    /// What an action may take besides the time limits of its steps, also on a worker that cannot
    /// enforce these.
    pub margin: Duration,
}

/// A header of every request, such as a token.
#[derive(Clone)]
pub struct Header {
    /// Its name.
    pub name: String,
    /// Where its value comes from.
    pub value: HeaderValue,
}

/// Where the value of a header comes from.
#[derive(Clone)]
pub enum HeaderValue {
    /// This text.
    Text(String),
    /// A file, without the end of its last line. It is read again when a server refuses the value.
    File(PathBuf),
}

impl Debug for Header {
    /// Writes the name only.
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "Header({})", self.name)
    }
}

/// Reads the headers.
pub(crate) fn read_headers(headers: &[Header]) -> Result<MetadataMap, Error> {
    let mut map = MetadataMap::new();
    for Header { name, value } in headers {
        let wrong = |fault: &str| Error::Header { name: name.clone(), fault: fault.to_owned() };
        let text = match value {
            HeaderValue::Text(text) => text.clone(),
            HeaderValue::File(path) => std::fs::read_to_string(path)
                .map_err(|cause| Error::Read(path.clone(), cause))?
                .trim_end_matches(['\r', '\n'])
                .to_owned(),
        };
        let key = name.to_ascii_lowercase();
        let key = AsciiMetadataKey::from_bytes(key.as_bytes())
            .map_err(|_| wrong("its name has other signs than letters, digits and -"))?;
        let mut value = AsciiMetadataValue::try_from(text)
            .map_err(|_| wrong("its value has other signs than ASCII has"))?;
        value.set_sensitive(true);
        map.append(key, value);
    }
    Ok(map)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(name: &str, value: HeaderValue) -> Header {
        Header { name: name.into(), value }
    }

    #[test]
    fn a_header_may_stand_in_a_file_and_is_never_shown() {
        let dir = std::env::temp_dir().join(format!("probdd-header-{}", std::process::id()));
        std::fs::write(&dir, "Bearer secret\n").expect("there is room");
        let given = [header("Authorization", HeaderValue::File(dir.clone()))];
        let map = read_headers(&given).expect("it can be read");
        std::fs::remove_file(&dir).expect("it is ours");
        let value = map.get("authorization").expect("it is there");
        assert_eq!(value.to_str().expect("it is text"), "Bearer secret");
        assert!(!format!("{given:?} {map:?}").contains("secret"));
    }

    #[test]
    fn a_wrong_header_is_refused_without_its_value() {
        let given = header("a token", HeaderValue::Text("secret".into()));
        let error = read_headers(&[given]).expect_err("a blank is no part of a name");
        assert!(!error.to_string().contains("secret"), "{error}");
        let given = header("token", HeaderValue::Text("sec\nret".into()));
        let error = read_headers(&[given]).expect_err("a value is one line");
        assert!(!error.to_string().contains("ret"), "{error}");
    }
}
