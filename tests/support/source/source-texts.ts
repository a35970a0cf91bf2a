// What a source file may show or send: the words between its tags, and its strings. Comments and names are not read by people.

import ts from 'typescript-5'
import { visitNodes } from './source-tree.ts'

export function textsIn(source: string): string[] {
  const texts: string[] = []
  visitNodes(source, (node) => {
    const isString =
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    if (ts.isJsxText(node)) texts.push(node.text.trim())
    else if (isString && !isInQuery(node)) texts.push(node.text)
  })
  return texts
}

const isInQuery = (node: ts.Node) =>
  ts.findAncestor(node, ts.isTaggedTemplateExpression) !== undefined
