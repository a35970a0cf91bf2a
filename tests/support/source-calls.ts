// What a source file calls, read from its syntax tree: a word in a text or a comment is not a call.

import ts from 'typescript-5'

export type SourceCall = {
  /** 'serve', 'served.push', 'test.skip': as written, without line breaks. */
  called: string
  /** Arguments that are plain names; '' stands for any other. */
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
  const look = (node: ts.Node) => {
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText(file).replaceAll(/\s+/g, '')
      const names = node.arguments.map((argument) =>
        ts.isIdentifier(argument) ? argument.text : '',
      )
      calls.push({ called, names })
    }
    ts.forEachChild(node, look)
  }
  look(file)
  return calls
}
