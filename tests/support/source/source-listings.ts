// Finds the places in a source file that decide by themselves whether a track is listed.

import ts from 'typescript-5'
import { visitNodes } from './source-tree.ts'

const logical = new Set([ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken])

/** Conditions and SQL that combine the withdrawal of a track with the ban of its artist, without `is_listed`. */
export function combinedListings(source: string): string[] {
  const found: string[] = []
  visitNodes(source, (node, file) => {
    const conditions = conditionsOf(node, file)
    if (conditions !== null && combines(conditions)) found.push(node.getText(file))
  })
  return found
}

/** Null for what is no condition, and for a part of one that is looked at as a whole. */
function conditionsOf(node: ts.Node, file: ts.SourceFile): string | null {
  if (ts.isTemplateLiteral(node)) return node.getText(file)
  if (isLogical(node)) return isLogical(node.parent) ? null : node.getText(file)
  if (ts.isCallExpression(node) && !ts.isPropertyAccessExpression(node.parent))
    return whereArguments(node, file).join(' ')
  return null
}

function isLogical(node: ts.Node): boolean {
  return ts.isBinaryExpression(node) && logical.has(node.operatorToken.kind)
}

/** Of a query, whose methods are called one after the other. */
function whereArguments(call: ts.CallExpression, file: ts.SourceFile): string[] {
  const { expression } = call
  if (!ts.isPropertyAccessExpression(expression)) return []
  const isWhere = expression.name.text.startsWith('where')
  const own = isWhere ? call.arguments.map((argument) => argument.getText(file)) : []
  const before = expression.expression
  return ts.isCallExpression(before) ? [...whereArguments(before, file), ...own] : own
}

function combines(conditions: string): boolean {
  const others = conditions.replaceAll(/is_listed\([^)]*\)/g, '')
  return /withdrawn_?at/i.test(others) && /banned/i.test(others)
}
