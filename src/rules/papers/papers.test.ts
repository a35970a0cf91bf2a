import { expect, test } from 'vitest'
import {
  artistPapersPath,
  paperKindNames,
  paperKinds,
  paperPath,
  periodName,
  readPapersSearch,
  statementFilePath,
  statementTitle,
} from './papers.ts'

test.each([
  ['', { page: 1 }, ''],
  ['kind=credit_note&page=2', { kind: 'credit_note', page: 2 }, '?kind=credit_note&page=2'],
  ['kind=invoice&page=-1', { page: 1 }, ''],
  ['page=100000', { page: 100_000 }, '?page=100000'],
  ['page=100001', { page: 1 }, ''],
] as const)('the list of “%s” is read from the URL and written to it', (query, search, written) => {
  expect(readPapersSearch(new URLSearchParams(query))).toStrictEqual(search)
  expect(artistPapersPath(search)).toBe(`/artist-dashboard/papers${written}`)
})

test.each([
  ['statement', 's1', '/statements/s1'],
  ['vat_invoice', 'INV-000001', '/artist-dashboard/vat-invoices/INV-000001'],
  ['credit_note', 'CRN-000001', '/artist-dashboard/vat-invoices/CRN-000001'],
  ['tax_report', 't1', '/artist-dashboard/tax-reports/t1'],
] as const)('a paper of the kind %s has a page of its own', (kind, id, path) => {
  expect(paperPath({ kind, id })).toBe(path)
})

test('each kind has a name of its own, and a paper is for a month or a year', () => {
  expect(new Set(Object.values(paperKindNames)).size).toBe(paperKinds.length)
  expect([periodName('2026-11'), periodName('2026')]).toEqual(['November 2026', '2026'])
})

test('a statement is named by its number and month, and is also a file', () => {
  expect(statementTitle({ number: 12, month: '2026-11' })).toBe('Statement 12, November 2026')
  expect(statementFilePath('s1')).toBe('/api/statements/s1/csv')
})
