// Finds the private parts of libraries that a source file uses: by convention their names begin with an underscore.

import ts from 'typescript-5'

/** Fields such as `_events` that the code reads or writes, and names such as graphile-worker's private tables in its texts. */
export function privateNamesIn(source: string): string[] {
  const found: string[] = []
  const file = ts.createSourceFile(
    'source.tsx',
    source,
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  )
  const visit = (node: ts.Node) => {
    const field = fieldOf(node)
    if (field?.startsWith('_')) found.push(field)
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) {
      found.push(...(node.text.match(/\b_private_\w*/g) ?? []))
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function fieldOf(node: ts.Node): string | null {
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  if (!ts.isElementAccessExpression(node)) return null
  return ts.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression.text : null
}
