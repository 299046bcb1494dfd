//! The dependencies of a crate, from its manifest. Dependencies of tests alone are left out.

use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// Dependencies by the names that the crate gives them.
type Table = BTreeMap<String, Spanned<toml::Value>>;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Manifest {
    pub(super) package: Package,
    #[serde(default)]
    dependencies: Table,
    #[serde(default)]
    build_dependencies: Table,
    #[serde(default)]
    target: BTreeMap<String, Platform>,
}

#[derive(Deserialize)]
pub(super) struct Package {
    pub(super) name: String,
}

/// What a crate depends on for some platforms only.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Platform {
    #[serde(default)]
    dependencies: Table,
    #[serde(default)]
    build_dependencies: Table,
}

impl Manifest {
    /// The names of the packages that this one depends on, each with its place in the text.
    pub(super) fn dependencies(&self) -> impl Iterator<Item = (usize, &str)> {
        let platforms = self.target.values();
        let tables =
            platforms.flat_map(|platform| [&platform.dependencies, &platform.build_dependencies]);
        [&self.dependencies, &self.build_dependencies].into_iter().chain(tables).flatten().map(
            |(key, value)| {
                let package = value.get_ref().get("package").and_then(toml::Value::as_str);
                (value.span().start, package.unwrap_or(key))
            },
        )
    }
}
