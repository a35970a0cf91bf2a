// Finds the places in a source file where code decides by a message instead of a code.

import ts from 'typescript-5'

const comparing = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
])
const searching = new Set(['test', 'includes', 'startsWith', 'endsWith', 'match', 'has', 'indexOf'])

/** Expressions that compare or search a `message`, a sentence of `messages`, or `refusalMessage(…)`. */
export function comparedMessages(source: string): string[] {
  const found: string[] = []
  const file = ts.createSourceFile(
    'source.tsx',
    source,
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  )
  const visit = (node: ts.Node) => {
    if (operands(node).some(isMessage)) found.push(node.getText(file))
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function operands(node: ts.Node): readonly ts.Node[] {
  if (ts.isBinaryExpression(node) && comparing.has(node.operatorToken.kind)) {
    const sides = [node.left, node.right]
    return sides.some(isEmptyText) ? [] : sides
  }
  if (ts.isSwitchStatement(node)) return [node.expression]
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression, name } = node.expression
    return searching.has(name.text) ? [expression, ...node.arguments] : []
  }
  return []
}

function isMessage(node: ts.Node): boolean {
  if (ts.isIdentifier(node)) return node.text === 'message'
  if (ts.isCallExpression(node)) return isNamed(node.expression, 'refusalMessage')
  if (!ts.isPropertyAccessExpression(node)) return false
  return node.name.text === 'message' || isNamed(node.expression, 'messages')
}

/** Compared with '', a message is only asked whether it is there. */
function isEmptyText(node: ts.Node): boolean {
  return ts.isStringLiteral(node) && node.text === ''
}

function isNamed(node: ts.Node, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name
}
