//! The list of known failures: paths in groups, and above each group, in lines with `#`, the cause.

use std::collections::BTreeSet;

/// What stands above failures that nobody has looked into.
const UNEXPLAINED: &str = "# To be explained";

/// The list as it is written.
#[derive(Debug, Default)]
pub struct KnownFailures(Vec<Group>);

#[derive(Debug, Default)]
struct Group {
    cause: Vec<String>,
    paths: BTreeSet<String>,
}

impl KnownFailures {
    pub fn parse(text: &str) -> Self {
        let mut groups: Vec<Group> = Vec::new();
        for line in text.lines().filter(|line| !line.is_empty()) {
            let is_cause = line.starts_with('#');
            // A group begins with its cause.
            if groups.last().is_none_or(|group| is_cause && !group.paths.is_empty()) {
                groups.push(Group::default());
            }
            let Some(group) = groups.last_mut() else { continue };
            match is_cause {
                true => group.cause.push(line.to_owned()),
                false => _ = group.paths.insert(line.to_owned()),
            }
        }
        KnownFailures(groups)
    }

    pub fn paths(&self) -> BTreeSet<String> {
        self.0.iter().flat_map(|group| group.paths.iter().cloned()).collect()
    }

    pub fn without_cause(&self) -> impl Iterator<Item = &String> {
        let unexplained = self.0.iter().filter(|group| group.cause.iter().all(|line| line == UNEXPLAINED));
        unexplained.flat_map(|group| &group.paths)
    }

    /// The text of the list with exactly these paths: known ones keep their group, new ones come last.
    pub fn updated(mut self, failing: &BTreeSet<String>) -> String {
        let known = self.paths();
        let new: BTreeSet<String> = failing.difference(&known).cloned().collect();
        self.0.push(Group { cause: vec![UNEXPLAINED.to_owned()], paths: new });
        let mut text = String::new();
        for group in &mut self.0 {
            group.paths.retain(|path| failing.contains(path));
            if group.paths.is_empty() {
                continue;
            }
            if !text.is_empty() {
                text.push('\n');
            }
            for line in group.cause.iter().chain(&group.paths) {
                text.push_str(line);
                text.push('\n');
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_stay_with_their_paths() {
        let text = "# Scripts\n# and more\na.js\nb.js\n\n# Gone\nc.js\n";
        let list = KnownFailures::parse(text);
        assert_eq!(list.paths().len(), 3);
        assert_eq!(list.without_cause().count(), 0);
        let now = ["b.js", "d.js"].map(str::to_owned).into();
        let updated = list.updated(&now);
        assert_eq!(updated, "# Scripts\n# and more\nb.js\n\n# To be explained\nd.js\n");
        let list = KnownFailures::parse(&updated);
        assert_eq!(list.without_cause().collect::<Vec<_>>(), ["d.js"]);
        assert_eq!(KnownFailures::parse("x.js\n").without_cause().count(), 1);
    }
}
