// Reads the HTTP method and path of each call from the stripe package's resource files.
import { readFileSync } from 'node:fs'
import ts from 'typescript-5'
import type { ContractOperation } from './json-schema.ts'

export type HttpCall = Pick<ContractOperation, 'method' | 'path'>

/** Resource method name → its call; resource files hold `this._makeRequest('POST', '/v1/…', …)`. */
export function readHttpCalls(resourceFile: string): Map<string, HttpCall> {
  const text = readFileSync(resourceFile, 'utf8')
  const source = ts.createSourceFile(resourceFile, text, ts.ScriptTarget.ES2022, true)
  const calls = new Map<string, HttpCall>()
  const visit = (node: ts.Node): void => {
    if (ts.isMethodDeclaration(node) && ts.isIdentifier(node.name)) {
      const call = findCall(node)
      if (call) calls.set(node.name.text, call)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return calls
}

function findCall(node: ts.Node): HttpCall | undefined {
  if (ts.isCallExpression(node) && node.expression.getText().endsWith('_makeRequest')) {
    const [method, path] = node.arguments
    if (method && path && ts.isStringLiteral(method)) {
      return { method: httpMethod(method.text), path: pathTemplate(path.getText()) }
    }
  }
  return ts.forEachChild(node, findCall)
}

function httpMethod(text: string): HttpCall['method'] {
  if (text === 'GET' || text === 'POST' || text === 'DELETE') return text
  throw new Error(`The stripe package calls with an unknown HTTP method: ${text}.`)
}

// '`/v1/transfers/${encodeURIComponent(id)}`' becomes '/v1/transfers/{id}'
function pathTemplate(sourceText: string): string {
  return sourceText.slice(1, -1).replaceAll(/\$\{encodeURIComponent\((\w+)\)\}/g, '{$1}')
}
