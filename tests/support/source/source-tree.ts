// The syntax tree of a source file, for rules that must not stumble over strings and comments.

import ts from 'typescript-5'

/** Calls `visit` for every node, parents first. */
export function visitNodes(
  source: string,
  visit: (node: ts.Node, file: ts.SourceFile) => void,
): void {
  const file = ts.createSourceFile(
    'source.tsx',
    source,
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  )
  const visitFrom = (node: ts.Node) => {
    visit(node, file)
    ts.forEachChild(node, visitFrom)
  }
  visitFrom(file)
}
