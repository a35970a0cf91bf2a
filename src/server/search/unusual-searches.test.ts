// Unusual searches, such as punctuation and code: each is safe, bounded, and finds what it may find.

import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { createSongs, search } from '../../../tests/support/catalogue/searching.ts'

/** An app that tests only ask. */
let searched: TestApp
beforeAll(async () => {
  searched = await createTestApp()
  await createSongs(searched, ['Danny Boy', 'Moonlight Bay', 'שלום עולם', 'Ёлка', '音楽'])
  return () => searched[Symbol.asyncDispose]()
})

test.each([
  ['%'],
  ['_'],
  ['*'],
  [':*'],
  ['&'],
  ["'"],
  ["''"],
  ['\\'],
  ['!'],
  ['()'],
  ['<->'],
  ['🎸'],
  ['\u202E\u200F'],
  ['?'.repeat(300)],
  ['# ♭ ♯'],
])('a search for %j has no words and finds nothing', async (typed) =>
  expect(await search(searched, typed)).toEqual({
    titles: [],
    matching: 'exact',
    searchedFor: null,
  }),
)

test('signs between words and in them are ignored', async () => {
  const searches: [typed: string, title: string][] = [
    ['danny & boy', 'Danny Boy'],
    ['danny:* | !boy', 'Danny Boy'],
    ["danny' boy' --", 'Danny Boy'],
    ['dan%', 'Danny Boy'],
    ['danny_boy', 'Danny Boy'],
    ['🎸 danny \0 boy 🎸', 'Danny Boy'],
    ['dan\u00ADny \u202Eboy', 'Danny Boy'],
    ['שלום', 'שלום עולם'],
    ['עולם שלו', 'שלום עולם'],
    ['елка', 'Ёлка'],
    ['音', '音楽'],
  ]
  for (const [typed, title] of searches) {
    expect([typed, await search(searched, typed)]).toEqual([
      typed,
      { titles: [title], matching: 'exact', searchedFor: null },
    ])
  }
})

test.each([
  ['300 letters without a space', 'x'.repeat(300)],
  ['300 letters of words', 'danny boyy '.repeat(28)],
  ['50 words', Array.from({ length: 50 }, (_, at) => `word${at}`).join(' ')],
  ['50 words of one letter', 'a '.repeat(50)],
  ['300 ligatures of many letters each', 'ﷺ'.repeat(300)],
  ['words for facets only', 'piano folk in the key of c sharp minor for alto '.repeat(6)],
])('a search of %s is answered with a bounded number of statements', async (_name, typed) => {
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  await search(searched, typed)
  const statements = queries.mock.calls.length
  queries.mockRestore()
  expect(statements).toBeGreaterThan(0)
  expect(statements).toBeLessThanOrEqual(16)
})

test('a search for a word that no track has, and none like it, reads no track', async () => {
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  await search(searched, 'xylophone')
  const sent = JSON.stringify(queries.mock.calls.map(([query]) => query))
  queries.mockRestore()
  expect(sent).toContain('words')
  expect(sent).not.toContain('listed_tracks')
})
