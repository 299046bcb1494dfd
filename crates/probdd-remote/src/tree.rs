//! The tree of files that an action begins with, whose digests are kept: what has not changed since the
//! last query is not computed again.

use crate::digest::{Digest, Function};
use bazel_remote_apis::build::bazel::remote::execution::v2 as api;
use bytes::Bytes;
use std::collections::BTreeMap;

/// What has a name in a folder.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    File { digest: Digest, is_executable: bool },
    Link(String),
    Folder(Folder),
}

/// A folder, and its digest while nothing in it changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Folder {
    nodes: BTreeMap<String, Node>,
    sealed: Option<(Digest, Bytes)>,
}

impl Folder {
    /// Puts something at a path, whose parts are separated by `/`. Folders on the way are made, and take
    /// the place of files.
    pub(crate) fn put(&mut self, path: &str, node: Node) {
        self.sealed = None;
        let Some((first, rest)) = path.split_once('/') else {
            self.nodes.insert(path.to_owned(), node);
            return;
        };
        let place = self.nodes.entry(first.to_owned()).or_insert_with(empty);
        if !matches!(place, Node::Folder(_)) {
            *place = empty();
        }
        if let Node::Folder(folder) = place {
            folder.put(rest, node);
        }
    }

    /// Makes a folder at a path, unless it is there.
    pub(crate) fn make(&mut self, path: &str) {
        match self.get(path) {
            Some(Node::Folder(_)) => {}
            _ => self.put(path, empty()),
        }
    }

    /// Removes what is at a path, with all that lies in it.
    pub(crate) fn remove(&mut self, path: &str) {
        match path.split_once('/') {
            None => {
                self.nodes.remove(path);
                self.sealed = None;
            }
            Some((first, rest)) => {
                if let Some(Node::Folder(folder)) = self.nodes.get_mut(first) {
                    folder.remove(rest);
                    self.sealed = None;
                }
            }
        }
    }

    fn get(&self, path: &str) -> Option<&Node> {
        match path.split_once('/') {
            None => self.nodes.get(path),
            Some((first, rest)) => match self.nodes.get(first)? {
                Node::Folder(folder) => folder.get(rest),
                _ => None,
            },
        }
    }

    /// Computes the digests of all folders that have changed, and returns that of this one.
    pub(crate) fn seal(&mut self, function: Function) -> Digest {
        if let Some((digest, _)) = &self.sealed {
            return *digest;
        }
        let mut message = api::Directory::default();
        // The order of the names is what the protocol demands.
        for (name, node) in &mut self.nodes {
            let name = name.clone();
            match node {
                Node::File { digest, is_executable } => message.files.push(api::FileNode {
                    name,
                    digest: Some(digest.to_api()),
                    is_executable: *is_executable,
                    node_properties: None,
                }),
                Node::Link(target) => message.symlinks.push(api::SymlinkNode {
                    name,
                    target: target.clone(),
                    node_properties: None,
                }),
                Node::Folder(folder) => {
                    let digest = Some(folder.seal(function).to_api());
                    message.directories.push(api::DirectoryNode { name, digest });
                }
            }
        }
        let (digest, bytes) = function.of_message(&message);
        self.sealed = Some((digest, bytes.into()));
        digest
    }

    /// Passes on the messages of this folder and of those in it. It has been sealed.
    pub(crate) fn messages(&self, each: &mut impl FnMut(Digest, &Bytes)) {
        if let Some((digest, bytes)) = &self.sealed {
            each(*digest, bytes);
        }
        for node in self.nodes.values() {
            if let Node::Folder(folder) = node {
                folder.messages(each);
            }
        }
    }
}

fn empty() -> Node {
    Node::Folder(Folder::default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use prost::Message;

    const BLAKE3: Function = Function::Blake3;

    fn file(text: &str) -> Node {
        Node::File { digest: BLAKE3.of(text.as_bytes()), is_executable: false }
    }

    fn sealed(folder: &mut Folder) -> (Digest, Vec<api::Directory>) {
        let root = folder.seal(BLAKE3);
        let mut messages = Vec::new();
        folder.messages(&mut |digest, bytes| {
            assert_eq!(BLAKE3.of(bytes), digest);
            messages.push(api::Directory::decode(bytes.clone()).expect("it is one"));
        });
        (root, messages)
    }

    #[test]
    fn names_are_in_order_and_folders_come_into_being() {
        let mut root = Folder::default();
        root.put("b/z", file("1"));
        root.put("b/a", Node::Link("z".into()));
        root.put("a", file("2"));
        root.make("b/empty");
        let (_, messages) = sealed(&mut root);
        let names = |directory: &api::Directory| {
            let files = directory.files.iter().map(|file| file.name.clone());
            let folders = directory.directories.iter().map(|folder| folder.name.clone());
            files
                .chain(folders)
                .chain(directory.symlinks.iter().map(|link| link.name.clone()))
                .collect()
        };
        let names: Vec<Vec<String>> = messages.iter().map(names).collect();
        assert_eq!(names, [vec!["a", "b"], vec!["z", "empty", "a"], vec![]]);
    }

    #[test]
    fn what_changes_and_changes_back_has_the_digests_of_before() {
        let mut root = Folder::default();
        root.put("x/y/one", file("1"));
        root.put("x/two", file("2"));
        let before = sealed(&mut root);
        root.put("x/y/one", file("3"));
        root.remove("x/two");
        let between = sealed(&mut root);
        assert_ne!(before.0, between.0);
        root.put("x/two", file("2"));
        root.put("x/y/one", file("1"));
        assert_eq!(sealed(&mut root), before);
        // A file takes the place of a folder, and a folder that of a file.
        root.put("x", file("4"));
        root.put("x/y/one", file("1"));
        root.put("x/two", file("2"));
        assert_eq!(sealed(&mut root), before);
        root.remove("x/y/one/none");
        root.remove("nothing/there");
        assert_eq!(sealed(&mut root), before);
    }
}
