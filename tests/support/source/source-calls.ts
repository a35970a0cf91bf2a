// Lists the calls in a source file from its syntax tree, which excludes strings and comments.

import ts from 'typescript-5'

export type SourceCall = {
  /** 'serve', 'served.push', 'test.skip': as written, without white space. */
  called: string
  /** Arguments that are identifiers; '' stands for any other. */
  names: string[]
}

export function callsIn(source: string): SourceCall[] {
  const calls: SourceCall[] = []
  const file = ts.createSourceFile(
    'source.tsx',
    source,
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  )
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText(file).replaceAll(/\s+/g, '')
      const names = node.arguments.map((argument) =>
        ts.isIdentifier(argument) ? argument.text : '',
      )
      calls.push({ called, names })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return calls
}
