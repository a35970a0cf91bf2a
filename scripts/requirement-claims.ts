// The numbered requirements (docs/requirements) beside the tests that claim them in their names.

import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript-5'
import { projectRoot } from './run-program.ts'

export type Requirement = { number: string; text: string }
export type Claim = { number: string; test: string; file: string }

const testFiles = ['{src,sandbox,demo,tests}/**/*.test.{ts,tsx}']

/** In the order of the list. */
export function readRequirements(): Requirement[] {
  return globSync('docs/requirements/*.md', { cwd: projectRoot })
    .flatMap((file) => readFileSync(projectRoot + file, 'utf8').split('\n'))
    .flatMap((line) => {
      const [, number, text] = /^- ([A-Z]{3}-\d{2}): (.+)$/.exec(line) ?? []
      return number === undefined || text === undefined ? [] : [{ number, text }]
    })
}

/** Every requirement number in the name of a test. */
export function readClaims(): Claim[] {
  return globSync(testFiles, { cwd: projectRoot }).flatMap((file) =>
    testNames(file, readFileSync(projectRoot + file, 'utf8')).flatMap((test) =>
      claimedBy(test).map((number) => ({ number, test, file })),
    ),
  )
}

/** Numbers stand in brackets, like '(CAT-07, CAT-08)': anything else of that shape is a word. */
function claimedBy(testName: string): string[] {
  const bracketed = testName.match(/\([^()]*\)/g) ?? []
  return bracketed.flatMap((text) => text.match(/\b[A-Z]{3}-\d{2}\b/g) ?? [])
}

/** The first argument of every `test(…)` and `test.each(…)(…)`. */
function testNames(file: string, source: string): string[] {
  const names: string[] = []
  const look = (node: ts.Node) => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const [name] = node.arguments
      if (name !== undefined && ts.isStringLiteralLike(name)) names.push(name.text)
    }
    ts.forEachChild(node, look)
  }
  look(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false))
  return names
}

function isTest(called: ts.Expression): boolean {
  if (ts.isIdentifier(called)) return called.text === 'test'
  if (ts.isPropertyAccessExpression(called)) return isTest(called.expression)
  return ts.isCallExpression(called) && isTest(called.expression)
}
