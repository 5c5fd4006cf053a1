//! Syntax of ECMAScript and TypeScript that this language leaves out (decisions, Language).

use codemode_bytecode::Span;
use oxc_ast::ast::{
    Decorator, ExportAllDeclaration, ExportDeclaration, ExportDefaultDeclaration, ExportFromDeclaration,
    ExportNamedDeclaration, ImportDeclaration, ImportExpression, ImportMeta, Program, TSExportAssignment,
    TSExternalModuleDeclaration, TSGlobalDeclaration, TSImportEqualsDeclaration, TSModuleReference,
    TSNamespaceDeclaration, TSNamespaceExportDeclaration, WithStatement,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;
use oxc_syntax::module_record::ModuleRecord;

use crate::{CompileError, parse::MAX_ERRORS};

/// Whether the text of a program can contain such syntax at all: a quick look that spares most programs the walk.
pub(crate) fn possible(module: &ModuleRecord<'_>, source: &str) -> bool {
    module.has_module_syntax
        || !module.dynamic_imports.is_empty()
        || !module.import_metas.is_empty()
        || source.contains('@')
        || source.contains("with")
        || source.contains("import")
        || source.contains("export")
}

/// Every use of such syntax in `program`, in source order.
pub(crate) fn find(program: &Program<'_>, source: &str) -> Vec<CompileError> {
    let mut finder = Finder { source, errors: Vec::new(), namespaces: 0 };
    finder.visit_program(program);
    finder.errors.sort_by_key(|error| error.span.start);
    finder.errors
}

const NO_MODULES: &str = "a program is one file: call the functions under `tools` instead";

struct Finder<'s> {
    source: &'s str,
    errors: Vec<CompileError>,
    /// How many TypeScript namespaces surround the current node: `export` means something else there.
    namespaces: u32,
}

impl Finder<'_> {
    fn refuse(&mut self, span: oxc_span::Span, what: &str, instead: &str) {
        if self.errors.len() >= MAX_ERRORS {
            return;
        }
        let span = Span { start: span.start, end: span.end };
        self.errors
            .push(CompileError::unsupported(self.source, span, format!("{what} not supported")).suggest(instead));
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        self.refuse(it.span, "import declarations are", NO_MODULES);
    }

    fn visit_export_declaration(&mut self, it: &ExportDeclaration<'a>) {
        if self.namespaces == 0 {
            let keyword = oxc_span::Span::sized(it.span.start, 6);
            self.refuse(keyword, "export declarations are", "remove `export`; end the program with `return value`");
        }
        walk::walk_export_declaration(self, it);
    }

    fn visit_export_named_declaration(&mut self, it: &ExportNamedDeclaration<'a>) {
        self.refuse(it.span, "export declarations are", "remove it; end the program with `return value`");
    }

    fn visit_export_from_declaration(&mut self, it: &ExportFromDeclaration<'a>) {
        self.refuse(it.span, "export declarations are", NO_MODULES);
    }

    fn visit_export_all_declaration(&mut self, it: &ExportAllDeclaration<'a>) {
        self.refuse(it.span, "export declarations are", NO_MODULES);
    }

    fn visit_export_default_declaration(&mut self, it: &ExportDefaultDeclaration<'a>) {
        let keyword = oxc_span::Span::new(it.span.start, it.declaration.span().start);
        self.refuse(keyword, "export declarations are", "replace `export default` with `return`");
        walk::walk_export_default_declaration(self, it);
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        self.refuse(it.span, "dynamic imports (`import(…)`) are", NO_MODULES);
        walk::walk_import_expression(self, it);
    }

    fn visit_import_meta(&mut self, it: &ImportMeta) {
        self.refuse(it.span, "`import.meta` is", "a program has no file and no address; remove it");
    }

    fn visit_with_statement(&mut self, it: &WithStatement<'a>) {
        let keyword = oxc_span::Span::sized(it.span.start, 4);
        self.refuse(keyword, "`with` statements are", "take the properties apart: `const { a, b } = object`");
        walk::walk_with_statement(self, it);
    }

    fn visit_decorator(&mut self, it: &Decorator<'a>) {
        self.refuse(it.span, "decorators are", "call the decorating function with the class or method instead");
        walk::walk_decorator(self, it);
    }

    fn visit_ts_import_equals_declaration(&mut self, it: &TSImportEqualsDeclaration<'a>) {
        match &it.module_reference {
            TSModuleReference::ExternalModuleReference(_) => {
                self.refuse(it.span, "`import … = require(…)` is", NO_MODULES);
            }
            TSModuleReference::IdentifierReference(_) | TSModuleReference::QualifiedName(_) => {
                self.refuse(it.span, "`import … = …` is", "use `const name = value` instead");
            }
        }
    }

    fn visit_ts_export_assignment(&mut self, it: &TSExportAssignment<'a>) {
        self.refuse(it.span, "`export =` is", "replace `export =` with `return`");
    }

    fn visit_ts_namespace_export_declaration(&mut self, it: &TSNamespaceExportDeclaration<'a>) {
        self.refuse(it.span, "`export as namespace` is", "remove it");
    }

    fn visit_ts_namespace_declaration(&mut self, it: &TSNamespaceDeclaration<'a>) {
        self.namespaces += 1;
        walk::walk_ts_namespace_declaration(self, it);
        self.namespaces -= 1;
    }

    // Ambient: nothing of it runs.
    fn visit_ts_external_module_declaration(&mut self, _: &TSExternalModuleDeclaration<'a>) {}

    fn visit_ts_global_declaration(&mut self, _: &TSGlobalDeclaration<'a>) {}
}
