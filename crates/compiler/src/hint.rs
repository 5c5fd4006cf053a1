//! One sentence about a source that compiles but is hardly what was meant.

use std::borrow::Cow;

use oxc_ast::ast::{Expression, Statement};

use crate::parse::Tree;
use crate::{CompileOptions, intake, parse};

/// What to write instead of a program that is only a function, a quoted program, or a lone command.
///
/// Meant for a host that explains an unsatisfying result: such sources run as ECMAScript says, but the result is a
/// function, a text, or nothing. `None` for every other source, also one that does not compile.
#[must_use]
pub fn hint(source: &str) -> Option<Cow<'static, str>> {
    if let Some(instead) = intake::instead_of_text(source) {
        return Some(Cow::Borrowed(instead));
    }
    parse::with_tree(source, &CompileOptions::default(), |tree| match tree.program.body.as_slice() {
        [Statement::ExpressionStatement(statement)] => only_expression(&statement.expression).map(Cow::Borrowed),
        [Statement::ReturnStatement(statement)] => only_expression(statement.argument.as_ref()?).map(Cow::Borrowed),
        [Statement::FunctionDeclaration(_)] => Some(Cow::Borrowed(
            "the program only declares a function: submit the statements of its body, or end with a call of it",
        )),
        statements => lone_return(source, statements).or_else(|| uncalled(tree, statements.last()?)),
    })
    .ok()
    .flatten()
}

/// `return`, and the value on the next line.
fn lone_return(source: &str, statements: &[Statement<'_>]) -> Option<Cow<'static, str>> {
    let at = statements.iter().position(|statement| matches!(statement, Statement::ReturnStatement(_)))?;
    let Statement::ReturnStatement(statement) = statements.get(at)? else { return None };
    let next = statements.get(at + 1)?;
    let is_value = matches!(next, Statement::ExpressionStatement(_) | Statement::BlockStatement(_));
    if statement.argument.is_some() || !is_value {
        return None;
    }
    let line = codemode_bytecode::position(source, statement.span.start).line;
    Some(Cow::Owned(format!(
        "the `return` of line {line} ends with its line and gives nothing: write the value on the same line"
    )))
}

/// What models call the function that is the whole program.
const ENTRY_POINTS: [&str; 9] = ["main", "run", "execute", "program", "handler", "solve", "solution", "start", "task"];

/// The last statement declares the function that is the program, and nothing calls it.
fn uncalled(tree: &Tree<'_>, last: &Statement<'_>) -> Option<Cow<'static, str>> {
    let (id, is_async) = match last {
        Statement::FunctionDeclaration(function) => (function.id.as_ref()?, function.r#async),
        Statement::VariableDeclaration(declaration) => {
            let [declarator] = declaration.declarations.as_slice() else { return None };
            let is_async = match declarator.init.as_ref()?.get_inner_expression() {
                Expression::ArrowFunctionExpression(function) => function.r#async,
                Expression::FunctionExpression(function) => function.r#async,
                _ => return None,
            };
            (declarator.id.get_binding_identifier()?, is_async)
        }
        _ => return None,
    };
    if !is_async && !ENTRY_POINTS.contains(&id.name.as_str()) {
        return None;
    }
    let symbol = id.symbol_id.get()?;
    if !tree.scoping.get_resolved_reference_ids(symbol).is_empty() {
        return None;
    }
    let name = id.name.as_str();
    Some(Cow::Owned(format!("`{name}` is declared and never called: end the program with `return await {name}()`")))
}

fn only_expression(expression: &Expression<'_>) -> Option<&'static str> {
    matches!(
        expression.get_inner_expression(),
        Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_)
    )
    .then_some(
        "the program is only a function: submit the statements of its body; `await` and `return` work at top level",
    )
}
