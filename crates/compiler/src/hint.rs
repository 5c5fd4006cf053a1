//! One sentence about a source that compiles but is hardly what was meant.

use oxc_ast::ast::{Expression, Statement};

use crate::{CompileOptions, intake, parse};

/// What to write instead of a program that is only a function, a quoted program, or a lone command.
///
/// Meant for a host that explains an unsatisfying result: such sources run as ECMAScript says, but the result is a
/// function, a text, or nothing. `None` for every other source, also one that does not compile.
#[must_use]
pub fn hint(source: &str) -> Option<&'static str> {
    if let Some(instead) = intake::instead_of_text(source) {
        return Some(instead);
    }
    parse::with_tree(source, &CompileOptions::default(), |tree| match tree.program.body.as_slice() {
        [Statement::ExpressionStatement(statement)] => only_expression(&statement.expression),
        [Statement::ReturnStatement(statement)] => only_expression(statement.argument.as_ref()?),
        [Statement::FunctionDeclaration(_)] => {
            Some("the program only declares a function: submit the statements of its body, or end with a call of it")
        }
        _ => None,
    })
    .ok()
    .flatten()
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
