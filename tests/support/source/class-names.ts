// Reads class names: those that the style sheets define, and those that components give to elements.

import ts from 'typescript-5'

/** The classes of the components in a style sheet; `needs-script` and `no-print` are in its base layer. */
export function componentClassesIn(sheet: string): string[] {
  const selectors = sheet
    .slice(Math.max(0, sheet.indexOf('@layer components')))
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/:[^{};]*;/g, ';')
    .matchAll(/\.([a-z][\w-]*)/g)
  return [...selectors].map(([, name = '']) => name)
}

export type StyledElement = { element: string; classes: string[] }

/** Each element with a `className`: all the words in its strings, of both sides of a condition. */
export function styledElementsIn(source: string): StyledElement[] {
  const elements: StyledElement[] = []
  const file = ts.createSourceFile('c.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const visit = (node: ts.Node) => {
    if (ts.isJsxAttribute(node) && node.name.getText(file) === 'className') {
      const element = node.parent.parent.tagName.getText(file)
      elements.push({ element, classes: wordsIn(node).filter((word) => word !== '') })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return elements
}

function wordsIn(node: ts.Node): string[] {
  const words: string[] = []
  const visit = (part: ts.Node) => {
    if (ts.isStringLiteral(part) || ts.isTemplateLiteralToken(part)) {
      words.push(...part.text.split(/\s+/))
    }
    // Not the strings that a condition compares.
    if (!isComparison(part)) ts.forEachChild(part, visit)
  }
  visit(node)
  return words
}

function isComparison(node: ts.Node): boolean {
  return (
    ts.isBinaryExpression(node) &&
    [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken].includes(
      node.operatorToken.kind,
    )
  )
}
