// Reads class names: those that the style sheets define, and those that components give to elements.

import ts from 'typescript-5'

/** The classes in the selectors of a style sheet. */
export function classesOf(sheet: string): string[] {
  const selectors = withoutComments(sheet)
    .replaceAll(/:[^{};]*;/g, ';')
    .matchAll(/\.([a-z][\w-]*)/g)
  return [...selectors].map(([, name = '']) => name)
}

/** What stands in no block of a style sheet: the beginnings of its blocks. */
export function outermostBlocksOf(sheet: string): string[] {
  const begun: string[] = []
  let depth = 0
  for (const [, words = '', brace] of withoutComments(sheet).matchAll(/([^{}]*)([{}])/g)) {
    if (brace === '{' && depth === 0) begun.push(words.trim())
    depth += brace === '{' ? 1 : -1
  }
  return begun
}

function withoutComments(sheet: string): string {
  return sheet.replaceAll(/\/\*.*?\*\//gs, '')
}

export type StyledElement = { element: string; classes: string[] }

/** Each `className` with all the words in its strings, of both sides of a condition. */
export function styledElementsIn(source: string): StyledElement[] {
  const elements: StyledElement[] = []
  const file = ts.createSourceFile('c.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const visit = (node: ts.Node) => {
    if (isClassName(node, file)) {
      const element = ts.isJsxAttribute(node) ? node.parent.parent.tagName.getText(file) : 'object'
      elements.push({ element, classes: wordsIn(node).filter((word) => word !== '') })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return elements
}

/** The attribute of an element, or a property of what is spread over one. */
function isClassName(node: ts.Node, file: ts.SourceFile): boolean {
  const isNamed = ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)
  return isNamed && node.name.getText(file) === 'className'
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
