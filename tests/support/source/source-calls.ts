// Lists the calls in a source file from its syntax tree, which excludes strings and comments.

import ts from 'typescript-5'
import { visitNodes } from './source-tree.ts'

export type SourceCall = {
  /** 'serve', 'served.push', 'test.skip': as written, without white space. */
  called: string
  /** Arguments that are identifiers; '' stands for any other. */
  names: string[]
}

export function callsIn(source: string): SourceCall[] {
  const calls: SourceCall[] = []
  visitNodes(source, (node, file) => {
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText(file).replaceAll(/\s+/g, '')
      const names = node.arguments.map((argument) =>
        ts.isIdentifier(argument) ? argument.text : '',
      )
      calls.push({ called, names })
    }
  })
  return calls
}
