// Finds the private parts of libraries that a source file uses: by convention their names begin with an underscore,
// or say that they are unstable.

import ts from 'typescript-5'
import { visitNodes } from './source-tree.ts'

/** Fields such as `_events` that the code reads or writes, and names such as graphile-worker's private tables in its texts. */
export function privateNamesIn(source: string): string[] {
  const found: string[] = []
  visitNodes(source, (node) => {
    const field = fieldOf(node)
    if (field?.startsWith('_')) found.push(field)
    if (ts.isImportSpecifier(node)) found.push(...unstableNameOf(node))
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) {
      found.push(...(node.text.match(/\b_private_\w*/g) ?? []))
    }
  })
  return found
}

/** Libraries mark exports that may change in any version. */
function unstableNameOf({ propertyName, name }: ts.ImportSpecifier): string[] {
  const { text } = propertyName ?? name
  return /^(unstable|UNSAFE|experimental)_/.test(text) ? [text] : []
}

function fieldOf(node: ts.Node): string | null {
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  if (!ts.isElementAccessExpression(node)) return null
  return ts.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression.text : null
}
