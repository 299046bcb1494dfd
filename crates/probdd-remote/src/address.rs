//! The address of a server, as the user types it.

use crate::Error;
use std::fmt::{self, Display};

/// The address of a server: `grpc://HOST:PORT/INSTANCE`, or `grpcs://` with TLS. Most servers have one instance, without
/// a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    typed: String,
    authority: String,
    instance: String,
    is_encrypted: bool,
}

impl Address {
    /// Parses an address. Without a port it is 443 with TLS, and 80 without.
    ///
    /// # Errors
    /// When it is no such address, or has a name or password, which would be written down together with
    /// the command line.
    pub fn parse(typed: &str) -> Result<Address, Error> {
        let wrong = |fault| Error::Address { address: without_secret(typed), fault };
        let (is_encrypted, rest) = match typed.split_once("://") {
            Some(("grpc", rest)) => (false, rest),
            Some(("grpcs", rest)) => (true, rest),
            _ => return Err(wrong("it begins with grpc:// or grpcs://")),
        };
        let (authority, instance) = rest.split_once('/').unwrap_or((rest, ""));
        let instance = instance.strip_suffix('/').unwrap_or(instance);
        if authority.contains('@') {
            return Err(wrong("a password does not belong there, but into a header"));
        }
        if authority.is_empty() || rest.contains(['?', '#']) {
            return Err(wrong("it is a host, and a port after a colon"));
        }
        let parsed = authority.parse::<tonic::codegen::http::uri::Authority>();
        let has_port = |authority: &tonic::codegen::http::uri::Authority| {
            let rest = &authority.as_str()[authority.host().len()..];
            rest.is_empty() || authority.port_u16().is_some()
        };
        if !parsed.as_ref().is_ok_and(has_port) {
            return Err(wrong("it is a host, and a port after a colon"));
        }
        let (authority, instance) = (authority.to_owned(), instance.to_owned());
        Ok(Address { typed: typed.to_owned(), authority, instance, is_encrypted })
    }

    /// The name of the instance.
    pub(crate) fn instance(&self) -> &str {
        &self.instance
    }

    /// Whether the connection is encrypted and the server has to prove who it is.
    pub fn is_encrypted(&self) -> bool {
        self.is_encrypted
    }

    /// The address for the transport.
    pub(crate) fn uri(&self) -> String {
        let scheme = if self.is_encrypted { "https" } else { "http" };
        format!("{scheme}://{}", self.authority)
    }
}

impl Display for Address {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.typed)
    }
}

/// What was typed, without a password.
fn without_secret(typed: &str) -> String {
    match (typed.find("://"), typed.rfind('@')) {
        (Some(scheme), Some(at)) if scheme < at => {
            format!("{}…{}", &typed[..scheme + 3], &typed[at..])
        }
        _ => typed.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_scheme_a_host_and_a_port() {
        let plain = Address::parse("grpc://10.0.0.1:8980").expect("it is one");
        assert_eq!((plain.uri().as_str(), plain.is_encrypted()), ("http://10.0.0.1:8980", false));
        let secure = Address::parse("grpcs://farm.example/").expect("it is one");
        assert_eq!((secure.uri().as_str(), secure.is_encrypted()), ("https://farm.example", true));
        assert!(Address::parse("grpc://[::1]:80").is_ok());
        let named = Address::parse("grpc://farm:80/team/one").expect("it is one");
        assert_eq!((named.uri().as_str(), named.instance()), ("http://farm:80", "team/one"));
        for wrong in [
            "farm:80",
            "http://farm",
            "grpc://",
            "grpc:///b",
            "grpc://a?b",
            "grpc://a b",
            "grpc://a:x",
        ] {
            assert!(Address::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_password_is_refused_and_not_repeated() {
        let error = Address::parse("grpc://me:secret@farm:80").expect_err("it has a password");
        assert!(!error.to_string().contains("secret"), "{error}");
    }
}
