// Reads the numbered requirements (docs/requirements) and the tests that claim them in their names.

import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript-5'
import { projectRoot } from './run-program.ts'

export type Requirement = { number: string; text: string }
export type Claim = { number: string; test: string; file: string }

const testFiles = ['{src,sandbox,demo,tests}/**/*.test.{ts,tsx}']

/** In the order of the list. */
export function readRequirements(): Requirement[] {
  return globSync('docs/requirements/*.md', { cwd: projectRoot })
    .toSorted()
    .flatMap((file) => readFileSync(projectRoot + file, 'utf8').split('\n'))
    .flatMap((line) => {
      const [, number, text] = /^- ([A-Z]{3}-\d{2}): (.+)$/.exec(line) ?? []
      return number === undefined || text === undefined ? [] : [{ number, text }]
    })
}

/** Every requirement number in the name of a test. */
export function readClaims(): Claim[] {
  return globSync(testFiles, { cwd: projectRoot })
    .toSorted()
    .map((file) => [file, readFileSync(projectRoot + file, 'utf8')] as const)
    .filter(([, source]) => /[A-Z]{3}-\d{2}/.test(source))
    .flatMap(([file, source]) => claimsIn(file, source))
}

export function claimsIn(file: string, source: string): Claim[] {
  return testNames(file, source).flatMap((test) =>
    claimedNumbers(test).map((number) => ({ number, test, file })),
  )
}

/** Numbers are in brackets, like '(CAT-07, CRD-01 to CRD-08)': outside brackets they are not claims. */
function claimedNumbers(testName: string): string[] {
  const bracketed = testName.match(/\([^()]*\)/g) ?? []
  return bracketed.flatMap((text) =>
    (text.match(/\b[A-Z]{3}-\d{2}( to [A-Z]{3}-\d{2})?\b/g) ?? []).flatMap(numbersOf),
  )
}

/** A descending range, or one across two areas, is returned as written: it matches no requirement. */
function numbersOf(claim: string): string[] {
  const [first = claim, last = first] = claim.split(' to ')
  const [area, from, to] = [first.slice(0, 4), Number(first.slice(4)), Number(last.slice(4))]
  if (!last.startsWith(area) || to < from) return [claim]
  return Array.from(
    { length: to - from + 1 },
    (_, step) => area + String(from + step).padStart(2, '0'),
  )
}

/** The first argument of every `test(…)` and `test.each(…)(…)`; one that begins with '(%s)' counts once per row. */
function testNames(file: string, source: string): string[] {
  const names: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const [name] = node.arguments
      if (name !== undefined && ts.isStringLiteralLike(name))
        names.push(...namesOfRows(name.text, node.expression))
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false))
  return names
}

/** A row's first element is its number: '(%s) the field …' and ['VAL-03', …] claim VAL-03. */
function namesOfRows(name: string, called: ts.Expression): string[] {
  if (!name.startsWith('(%s)') || !ts.isCallExpression(called)) return [name]
  const [table] = called.arguments
  const rows = table !== undefined && ts.isAsExpression(table) ? table.expression : table
  if (rows === undefined || !ts.isArrayLiteralExpression(rows)) return [name]
  return rows.elements.map((row) => {
    const first = ts.isArrayLiteralExpression(row) ? row.elements[0] : row
    return first !== undefined && ts.isStringLiteralLike(first)
      ? name.replace('%s', first.text)
      : name
  })
}

function isTest(called: ts.Expression): boolean {
  if (ts.isIdentifier(called)) return called.text === 'test'
  if (ts.isPropertyAccessExpression(called)) return isTest(called.expression)
  return ts.isCallExpression(called) && isTest(called.expression)
}
