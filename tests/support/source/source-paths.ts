// Finds the paths of pages that a source file writes out, from its syntax tree: strings, templates and patterns.

import ts from 'typescript-5'
import { visitNodes } from './source-tree.ts'
import { pageRoutes } from '#rules/page-paths.ts'

const firstSegments = [
  ...new Set(Object.values(pageRoutes).map((route) => route.split('/')[1] ?? '')),
]
const names = firstSegments.filter((segment) => segment !== '').join('|')

/** Begins with the first segment of a page; after a letter, a dot or `#` it is part of another path or of a module's. */
const pagePath = new RegExp(String.raw`(?<![\w.#@~*-])/(${names})(?![\w-])`)

/** Where '/' separates the parts of a text. */
const textMethods =
  /^(split|join|includes|startsWith|endsWith|indexOf|lastIndexOf|replace|replaceAll)$/

export function pagePathsIn(source: string): string[] {
  const found: string[] = []
  visitNodes(source, (node) => {
    const text = textOf(node)
    if (text !== null && pagePath.test(text)) found.push(text)
    if (text === pageRoutes.home && ts.isStringLiteralLike(node) && !isSeparator(node))
      found.push(text)
  })
  return found
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) return node.text
  return ts.isRegularExpressionLiteral(node)
    ? node.text.slice(1).replaceAll(String.raw`\/`, '/')
    : null
}

function isSeparator({ parent }: ts.Node): boolean {
  if (!ts.isCallExpression(parent) || !ts.isPropertyAccessExpression(parent.expression))
    return false
  return textMethods.test(parent.expression.name.text)
}
