//! The tools of a runtime: a tree of namespaces, built once and then only read.
//!
//! Dots in names are namespace separators at every level, spellings merge, and a node can be a tool and a namespace at
//! once. Segments are data, never identifiers of the host, so no name is special (tools-and-discovery.md 3.1).

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;

use crate::tool_path::{join, segments};
use crate::{ConfigError, Tool, ToolPolicy};

mod source;

pub use source::{ToolChanges, ToolSource};

/// An immutable set of tools. Built with [`ToolSet::builder`].
#[derive(Debug, Default, Clone)]
pub struct ToolSet {
    /// All tools by canonical path, code point order.
    tools: Vec<(String, Tool)>,
    /// Every node of the tree by canonical path; the root is the empty path.
    nodes: HashMap<String, Node>,
}

#[derive(Debug, Default, Clone)]
struct Node {
    tool: Option<Tool>,
    /// Child segments in order of first appearance.
    children: Vec<String>,
    description: String,
}

/// What stands at a path.
#[derive(Debug, Clone, Copy)]
pub enum Resolved<'a> {
    /// A tool (which may also be a namespace).
    Tool(&'a Tool),
    /// A namespace that is not callable.
    Namespace,
    /// Nothing.
    Unknown,
}

impl ToolSet {
    /// Starts a set.
    pub fn builder() -> ToolSetBuilder {
        ToolSetBuilder { root: Group::new("") }
    }

    /// A set of tools without groups.
    ///
    /// # Errors
    /// [`ConfigError`] for a bad or a duplicate name.
    pub fn new(tools: impl IntoIterator<Item = Tool>) -> Result<ToolSet, ConfigError> {
        tools.into_iter().fold(Self::builder(), ToolSetBuilder::tool).build()
    }

    /// Every tool with its canonical path, in code point order of the paths.
    pub fn tools(&self) -> impl ExactSizeIterator<Item = (&str, &Tool)> {
        self.tools.iter().map(|(path, tool)| (path.as_str(), tool))
    }

    /// The tool at a position of [`ToolSet::tools`].
    pub(crate) fn at(&self, position: usize) -> Option<(&str, &Tool)> {
        self.tools.get(position).map(|(path, tool)| (path.as_str(), tool))
    }

    /// How many tools there are.
    pub fn len(&self) -> usize {
        self.tools.len()
    }

    /// Whether there is no tool.
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// The tool at a canonical path.
    pub fn get(&self, path: &str) -> Option<&Tool> {
        self.nodes.get(path)?.tool.as_ref()
    }

    /// What stands at a canonical path (segments joined by dots).
    pub fn resolve(&self, path: &str) -> Resolved<'_> {
        match self.nodes.get(path) {
            None => Resolved::Unknown,
            Some(Node { tool: Some(tool), .. }) => Resolved::Tool(tool),
            Some(_) => Resolved::Namespace,
        }
    }

    /// The child segments of a node in order of first appearance, or `None` when nothing stands at `path`. The empty
    /// path is the root.
    pub fn children(&self, path: &str) -> Option<&[String]> {
        match self.nodes.get(path) {
            Some(node) => Some(&node.children),
            None if path.is_empty() => Some(&[]),
            None => None,
        }
    }

    /// The description of a namespace; empty when it has none.
    pub fn namespace_description(&self, path: &str) -> &str {
        self.nodes.get(path).map_or("", |node| &node.description)
    }

    /// These tools and those of further groups.
    ///
    /// # Errors
    /// [`ConfigError::EmptySegment`] or [`ConfigError::DuplicateTool`] for the first offending name.
    pub fn with_group(&self, group: Group) -> Result<ToolSet, ConfigError> {
        let mut set = self.clone();
        set.add(group)?;
        set.sort();
        Ok(set)
    }

    /// The tools that a policy allows, by their canonical paths. Namespaces that lose all their tools go with them.
    #[must_use]
    pub fn allowed(&self, policy: &ToolPolicy) -> ToolSet {
        let mut set = self.clone();
        if policy.is_unrestricted() {
            return set;
        }
        set.tools.retain(|(path, tool)| policy.allows(path, tool.annotations()));
        for (path, _) in self.tools().filter(|(path, tool)| !policy.allows(path, tool.annotations())) {
            set.remove(path);
        }
        set
    }

    /// Takes the tool at a path out of the tree, with the namespaces above it that hold nothing else.
    fn remove(&mut self, path: &str) {
        if let Some(node) = self.nodes.get_mut(path) {
            node.tool = None;
        }
        let mut path = path;
        while !path.is_empty()
            && self.nodes.get(path).is_some_and(|node| node.tool.is_none() && node.children.is_empty())
        {
            self.nodes.remove(path);
            let (parent, segment) = path.rsplit_once('.').unwrap_or(("", path));
            if let Some(node) = self.nodes.get_mut(parent) {
                node.children.retain(|child| child != segment);
            }
            path = parent;
        }
    }

    /// Whether models are told the same about both sets; the code of the tools may differ.
    pub(crate) fn describes_the_same(&self, other: &ToolSet) -> bool {
        let same_tool = |(left_path, left): &(String, Tool), (right_path, right): &(String, Tool)| {
            left_path == right_path && left.describes_the_same(right)
        };
        let same_node = |(path, node): (&String, &Node)| {
            other
                .nodes
                .get(path)
                .is_some_and(|twin| node.children == twin.children && node.description == twin.description)
        };
        self.tools.len() == other.tools.len()
            && self.nodes.len() == other.nodes.len()
            && self.tools.iter().zip(&other.tools).all(|(left, right)| same_tool(left, right))
            && self.nodes.iter().all(same_node)
    }

    /// Adds a group. Groups nest as deep as the host likes; the walk keeps its own stack. Entries are pushed in reverse
    /// so that they come off in order.
    fn add(&mut self, root: Group) -> Result<(), ConfigError> {
        let mut pending = vec![(String::new(), Member::Group(root))];
        let mut is_root = true;
        while let Some((prefix, entry)) = pending.pop() {
            match entry {
                Member::Tool(tool) => {
                    segments(tool.name()).map(drop)?;
                    self.insert(join(&prefix, tool.name()).into_owned(), tool, false)?;
                }
                Member::Replacement(tool) => {
                    segments(tool.name()).map(drop)?;
                    self.insert(join(&prefix, tool.name()).into_owned(), tool, true)?;
                }
                Member::Group(group) => {
                    // Only the outermost group may be nameless: it is the set itself.
                    if !(is_root && group.name.is_empty()) {
                        segments(&group.name).map(drop)?;
                    }
                    is_root = false;
                    let path = join(&prefix, &group.name).into_owned();
                    let node = self.node(&path)?;
                    if !group.description.is_empty() {
                        node.description = group.description;
                    }
                    pending.extend(group.entries.into_iter().rev().map(|entry| (path.clone(), entry)));
                }
            }
        }
        Ok(())
    }

    fn sort(&mut self) {
        let tools = self.nodes.iter().filter_map(|(path, node)| Some((path.clone(), node.tool.clone()?)));
        self.tools = tools.collect();
        self.tools.sort_by(|(left, _), (right, _)| left.cmp(right));
    }

    fn insert(&mut self, name: String, tool: Tool, replaces: bool) -> Result<(), ConfigError> {
        let node = self.node(&name)?;
        if node.tool.is_some() && !replaces {
            return Err(ConfigError::DuplicateTool { path: name });
        }
        node.tool = Some(tool);
        Ok(())
    }

    /// The node at a path, created with all nodes above it.
    fn node(&mut self, path: &str) -> Result<&mut Node, ConfigError> {
        let mut parent = String::new();
        if !path.is_empty() {
            for segment in segments(path)? {
                let current = join(&parent, segment).into_owned();
                if !self.nodes.contains_key(&current) {
                    self.nodes.entry(parent).or_default().children.push(segment.to_owned());
                    self.nodes.insert(current.clone(), Node::default());
                }
                parent = current;
            }
        }
        Ok(match self.nodes.entry(parent) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(Node::default()),
        })
    }
}

/// A set of tools being put together. Mistakes are reported by [`ToolSetBuilder::build`].
///
/// ```
/// use codemode::{Group, Tool, ToolError, ToolSet};
///
/// let ping = Tool::new("ping").run(|| async { Ok::<_, ToolError>("pong") });
/// let list = Tool::new("list").run(|| async { Ok::<_, ToolError>(vec!["a"]) });
/// let tools = ToolSet::builder()
///     .tool(ping)
///     .group(Group::new("issues").description("The issue tracker").tool(list))
///     .build()?;
/// assert!(tools.get("issues.list").is_some());
/// # Ok::<(), codemode::ConfigError>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct ToolSetBuilder {
    root: Group,
}

impl ToolSetBuilder {
    /// Adds a tool under its own (dotted) name.
    pub fn tool(mut self, tool: Tool) -> Self {
        self.root = self.root.tool(tool);
        self
    }

    /// Adds a tool that takes the place of one with the same path, if there is one.
    pub fn replace(mut self, tool: Tool) -> Self {
        self.root = self.root.replace(tool);
        self
    }

    /// Adds many tools.
    pub fn tools(self, tools: impl IntoIterator<Item = Tool>) -> Self {
        tools.into_iter().fold(self, Self::tool)
    }

    /// Adds a namespace with its tools.
    pub fn group(mut self, group: Group) -> Self {
        self.root = self.root.group(group);
        self
    }

    /// Asks a dynamic source for its tools and adds them. The set does not change afterwards; a host builds a new one
    /// when a source says that its tools changed.
    ///
    /// # Errors
    /// [`ConfigError::Source`] when the source cannot list its tools.
    pub async fn source(self, source: &dyn ToolSource) -> Result<Self, ConfigError> {
        let failed = |error: crate::ToolError| ConfigError::Source {
            source_name: source.name().to_owned(),
            reason: error.full_message(),
        };
        let group = source.list().await.map_err(failed)?;
        Ok(self.group(group))
    }

    /// Finishes the set.
    ///
    /// # Errors
    /// [`ConfigError::EmptySegment`] or [`ConfigError::DuplicateTool`] for the first offending name.
    pub fn build(self) -> Result<ToolSet, ConfigError> {
        let mut set = ToolSet::default();
        set.add(self.root)?;
        set.sort();
        Ok(set)
    }
}

/// A namespace being put together. Its name may be dotted; groups nest.
#[derive(Debug, Clone)]
#[must_use]
pub struct Group {
    name: String,
    description: String,
    entries: Vec<Member>,
}

#[derive(Clone)]
enum Member {
    Tool(Tool),
    Replacement(Tool),
    Group(Group),
}

impl fmt::Debug for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Member::Tool(tool) | Member::Replacement(tool) => tool.fmt(f),
            Member::Group(group) => group.fmt(f),
        }
    }
}

impl Group {
    /// An empty namespace.
    pub fn new(name: impl Into<String>) -> Self {
        Group { name: name.into(), description: String::new(), entries: Vec::new() }
    }

    /// What the namespace is about. Shown in listings and found by search.
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.description = text.into();
        self
    }

    /// Adds a tool; its name is relative to this namespace.
    pub fn tool(mut self, tool: Tool) -> Self {
        self.entries.push(Member::Tool(tool));
        self
    }

    /// Adds a tool that takes the place of one with the same path, if there is one.
    pub fn replace(mut self, tool: Tool) -> Self {
        self.entries.push(Member::Replacement(tool));
        self
    }

    /// Adds many tools.
    pub fn tools(self, tools: impl IntoIterator<Item = Tool>) -> Self {
        tools.into_iter().fold(self, Self::tool)
    }

    /// Adds a namespace inside this one.
    pub fn group(mut self, group: Group) -> Self {
        self.entries.push(Member::Group(group));
        self
    }

    /// The (dotted) name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

#[cfg(test)]
mod tests;
