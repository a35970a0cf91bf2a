// Finds the places in a source file where code decides by a message instead of a code.

import ts from 'typescript-5'
import { visitNodes } from './source-tree.ts'

const comparing = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
])
const searching = new Set(['test', 'includes', 'startsWith', 'endsWith', 'match', 'has', 'indexOf'])

/** Expressions that compare or search a `message`, a sentence of `messages`, or `refusalMessage(…)`. */
export function comparedMessages(source: string): string[] {
  const found: string[] = []
  visitNodes(source, (node, file) => {
    if (operands(node).some(isMessage)) found.push(node.getText(file))
  })
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
  const { expression, name } = node
  return (
    name.text === 'message' || (ts.isIdentifier(expression) && /[mM]essages$/.test(expression.text))
  )
}

/** A comparison with '' only checks that there is a message. */
function isEmptyText(node: ts.Node): boolean {
  return ts.isStringLiteral(node) && node.text === ''
}

function isNamed(node: ts.Node, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name
}
