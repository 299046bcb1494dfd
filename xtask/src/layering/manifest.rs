//! What a crate depends on, by the lines of its manifest.
//!
//! Not a parser of TOML: one dependency a line or a table, as manifests are written. Dependencies
//! of tests alone are left out.

/// The name of the package.
pub(super) fn package_name(text: &str) -> Option<&str> {
    let mut in_package = false;
    for line in text.lines().map(str::trim) {
        if let Some(table) = table(line) {
            in_package = table == "package";
        } else if in_package && key(line) == "name" {
            return quoted(line);
        }
    }
    None
}

/// The dependencies, each with the number of its line.
pub(super) fn dependencies(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut table = Table::Other;
    text.lines().map(str::trim).enumerate().filter_map(move |(index, line)| {
        let is_heading = line.starts_with('[');
        if is_heading {
            table = Table::of(line);
        }
        let name = match table {
            Table::One(name) if is_heading => Some(name),
            Table::All if !is_heading && line.contains('=') && !line.starts_with('#') => {
                renamed(line).or_else(|| Some(key(line)))
            }
            _ => None,
        };
        name.map(|name| (index + 1, name))
    })
}

/// What a table of a manifest holds.
#[derive(Clone, Copy)]
enum Table<'a> {
    /// Dependencies, one a line.
    All,
    /// One dependency, this one.
    One(&'a str),
    Other,
}

impl<'a> Table<'a> {
    /// Of `[dependencies]`, `[dependencies.x]`, `[target.'cfg(unix)'.build-dependencies]`, ...
    fn of(heading: &'a str) -> Table<'a> {
        let name = table(heading).unwrap_or_default();
        let is_dependencies = |part: &str| {
            let kind = part.rsplit('.').next();
            matches!(kind, Some("dependencies" | "build-dependencies"))
        };
        match name.rsplit_once('.') {
            _ if is_dependencies(name) => Table::All,
            Some((above, one)) if is_dependencies(above) => Table::One(one),
            _ => Table::Other,
        }
    }
}

fn table(line: &str) -> Option<&str> {
    line.strip_prefix('[')?.split(']').next()
}

/// The first part of the key: `a` of `a.workspace = true`.
fn key(line: &str) -> &str {
    line.split(['=', '.', ' ']).next().unwrap_or_default().trim_matches('"')
}

fn quoted(line: &str) -> Option<&str> {
    line.split('"').nth(1)
}

/// The crate's own name, where it is given another one here.
fn renamed(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("package")?;
    quoted(rest)
}
