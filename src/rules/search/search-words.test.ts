import { expect, test } from 'vitest'
import { searchWords } from './search-words.ts'

test('accents, case, apostrophes and punctuation are ignored', () => {
  expect(searchWords("  Don't STOP — Chloé’s “Née” ")).toEqual(['dont', 'stop', 'chloes', 'nee'])
  expect(searchWords(' ?! ')).toEqual([])
})

test.each([
  ["rock'n'roll", ['rocknroll']],
  ['it’s ‘her’ `his` mine´s', ['its', 'her', 'his', 'mines']],
  ['Ångström ÅNGSTRÖM', ['angstrom', 'angstrom']],
  ['donʼt don′t donʻt', ['dont', 'dont', 'dont']],
  [
    'Bjørn Łódź Straße Æther œuvre Đorđe ðorn Þor ısı',
    'bjorn lodz strasse aether oeuvre dorde dorn thor isi'.split(' '),
  ],
  ['a\u200Dmazing gr\u00ADace\u202E', ['amazing', 'grace']],
  // Ligatures, symbols and digits.
  ['ﬁre №7', ['fire', 'no7']],
  ['99 Luftballons -- (live)', ['99', 'luftballons', 'live']],
  ['Ёлка 音楽', ['елка', '音楽']],
])('%j is searched as %j', (text, words) => {
  expect(searchWords(text)).toEqual(words)
})
