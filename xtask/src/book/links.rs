//! The links of HTML pages: whether the files exist, and the places in them.

use anyhow::{Context, Result};
use fs_err as fs;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The links below a folder that lead nowhere, each as a line that names page and target, in order.
/// A link has to stay inside of the folder. Links to other hosts count as alive, and so do those of the
/// page for what is not found, whose links begin where the book is served.
pub(crate) fn dead(folder: &Path) -> Result<BTreeSet<String>> {
    let mut files = BTreeSet::new();
    collect(folder, &mut files)?;
    let mut pages = BTreeMap::new();
    let is_page = |file: &&PathBuf| {
        file.extension().is_some_and(|extension| extension == "html") && !file.ends_with("404.html")
    };
    for file in files.iter().filter(is_page) {
        pages.insert(file.clone(), Page::of(&fs::read_to_string(file)?));
    }
    let mut dead = BTreeSet::new();
    for (file, page) in &pages {
        let name = file.strip_prefix(folder).context("a page lies in the folder")?;
        for target in page.targets.iter().filter(|target| !leaves(target)) {
            if !leads_somewhere(file, target, &files, &pages) {
                dead.insert(format!("{}: {target} leads nowhere", name.display()));
            }
        }
    }
    Ok(dead)
}

/// What a page refers to, and the places in it that can be referred to.
struct Page {
    targets: BTreeSet<String>,
    places: BTreeSet<String>,
}

impl Page {
    fn of(html: &str) -> Page {
        let targets = values(html, "href").chain(values(html, "src")).collect();
        Page { targets, places: values(html, "id").collect() }
    }
}

/// The values of an attribute, in double quotes as mdBook writes them.
fn values<'a>(html: &'a str, attribute: &str) -> impl Iterator<Item = String> + 'a {
    let start = format!(" {attribute}=\"");
    let mut rest = html;
    std::iter::from_fn(move || {
        let (_, after) = rest.split_once(&start)?;
        let (value, after) = after.split_once('"')?;
        rest = after;
        Some(value.replace("&amp;", "&"))
    })
}

/// Whether a target is on another host, or no place at all.
fn leaves(target: &str) -> bool {
    target.is_empty()
        || ["http:", "https:", "mailto:", "data:"].iter().any(|scheme| target.starts_with(scheme))
}

fn leads_somewhere(
    from: &Path,
    target: &str,
    files: &BTreeSet<PathBuf>,
    pages: &BTreeMap<PathBuf, Page>,
) -> bool {
    let (path, place) = target.split_once('#').unwrap_or((target, ""));
    let path = path.split('?').next().unwrap_or_default();
    let to = if path.is_empty() { from.to_owned() } else { beside(from, path) };
    let has_place = || pages.get(&to).is_some_and(|page| page.places.contains(place));
    files.contains(&to) && (place.is_empty() || has_place())
}

/// A path that is written in a page, from the same place as the page's own path.
fn beside(page: &Path, path: &str) -> PathBuf {
    let mut place = page.with_file_name("");
    for part in path.split('/') {
        match part {
            ".." => {
                place.pop();
            }
            "." | "" => {}
            name => place.push(name),
        }
    }
    place
}

fn collect(folder: &Path, found: &mut BTreeSet<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), found)?;
        } else {
            found.insert(entry.path());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_has_to_lead_to_a_file_and_to_a_place_in_it() {
        let folder = std::env::temp_dir().join(format!("xtask-links-{}", std::process::id()));
        fs::create_dir_all(folder.join("inner")).expect("a fresh folder");
        let index = r##"<a href="inner/page.html#here">1</a> <a href="#top">2</a> <h1 id="top">
            <a href="inner/page.html#there">3</a> <img src="gone.svg"> <a href="#bottom">4</a>
            <a href="https://example.org/">5</a> <a href="../outside.md">6</a>"##;
        let page = r#"<h2 id="here"><a href="../index.html?a&amp;b#top">1</a>"#;
        fs::write(folder.join("index.html"), index).expect("a page");
        fs::write(folder.join("inner/page.html"), page).expect("a page");
        let dead = dead(&folder);
        fs::remove_dir_all(&folder).expect("the folder is ours");
        let targets = ["#bottom", "../outside.md", "gone.svg", "inner/page.html#there"];
        let expected = targets.map(|target| format!("index.html: {target} leads nowhere"));
        assert_eq!(dead.expect("readable pages").into_iter().collect::<Vec<_>>(), expected);
    }
}
