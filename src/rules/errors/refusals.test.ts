import { expect, test } from 'vitest'
import { licenceDocumentUploaded } from './licence-errors.ts'
import { isRefusalCode, refusalMessage, refusalStatus } from './refusal.ts'
import type { RefusalTable } from './refusal-table.ts'

/** Each feature's list of refusals, and the other sentences beside it. */
const modules = Object.entries(
  import.meta.glob<Record<string, unknown>>('./*-errors.ts', { eager: true }),
)
const exported = modules.flatMap(([file, values]) =>
  Object.entries(values).map(([name, value]) => ({ file, name, value })),
)
const tables = exported.filter(({ name }) => name.endsWith('Errors'))
const refusals = tables.flatMap(({ value }) => Object.entries(value as RefusalTable))

test('each feature has one list of refusals, and all of them are in the catalogue', () => {
  expect(tables.map(({ file }) => file)).toEqual(modules.map(([file]) => file))
  const inCatalogue = refusals.map(([code]) => [
    code,
    isRefusalCode(code) && { status: refusalStatus(code), message: refusalMessage(code) },
  ])
  // Of two refusals with the same code, the catalogue has only one.
  expect(inCatalogue).toEqual(refusals)
})

test('no code stands in two lists', () => {
  const codes = refusals.map(([code]) => code)
  expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([])
})

test('every refusal has the status of an error and a message that can be shown', () => {
  for (const [code, { status, message }] of refusals) {
    expect([code, status]).toEqual([code, expect.toSatisfy(isErrorStatus)])
    // A limit in a sentence is a number.
    expect([code, message]).toEqual([
      code,
      expect.not.stringMatching(/undefined|null|NaN|Infinity/),
    ])
    expect([code, message]).toEqual([code, expect.stringMatching(/^[A-Z0-9].+/)])
  }
})

const isErrorStatus = (status: number) => Number.isInteger(status) && status >= 400 && status <= 599

/** What a form says of an empty field: the exports that are no lists, with their parts. */
const blanks = exported
  .filter(({ name }) => /Blank$|Missing$/.test(name))
  .flatMap(({ name, value }) =>
    Object.entries(typeof value === 'string' ? { '': value } : (value as object)).map(
      ([field, sentence]: [string, unknown]) => [name, field, sentence] as const,
    ),
  )

test.each(blanks)('%s %s asks for what is missing: %s', (_, __, sentence) => {
  expect(sentence).toMatch(/^Please (?:enter|say|choose|describe|provide) .+\.$/)
})

test('the server confirms that a licence document is stored (LIC-08, ERR-18)', () => {
  expect(licenceDocumentUploaded).toBe('License document uploaded!')
})
