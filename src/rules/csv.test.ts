import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv } from '../../tests/support/sales/read-csv.ts'
import { csvFile, csvRow, exactPounds, isoDay, wholeNumberCell } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+44', "'+44"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['\n=1', "'\n'=1"],
  ['\tSong', "'\tSong"],
  ['"=1', `'"=1`],
  ["'=1", "''=1"],
  ['”＝1', "'”＝1"],
  ['  =1', "'  =1"],
  ['\u200B=1', "'\u200B=1"],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠A', "'＠A"],
  ['Song;=1', "Song;'=1"],
  ['Song; "＋1;@A', `Song; "'＋1;'@A`],
  ['Song\n=1', "Song\n'=1"],
  ['Song\t-1', "Song\t'-1"],
  [';=1', ";'=1"],
  ['Song = one', 'Song = one'],
  ['Song; one', 'Song; one'],
  ['"Quoted", said she', '"Quoted", said she'],
  ['Zoë’s “song”', 'Zoë’s “song”'],
])('the text %j is written as %j, which no spreadsheet takes for a formula', (text, read) => {
  expect(readCsv(csvRow([text, 'next']))).toEqual([[read, 'next']])
})

test('whatever texts a row has, a reader finds as many cells, and each text again', () => {
  const texts = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(texts, (cells) => {
      const [read = []] = readCsv(csvRow(cells))
      const withoutApostrophes = (row: string[]) => row.map((cell) => cell.replaceAll("'", ''))
      expect(withoutApostrophes(read)).toEqual(withoutApostrophes(cells))
      expect(read.some((cell) => /^["\s]*[=+\-@\t\r]/.test(cell))).toBe(false)
      expect(read.some((cell) => /[;\t\r\n]["\s]*[=+\-@]/.test(cell))).toBe(false)
    }),
    { seed: 20_261_124, numRuns: 500 },
  )
})

test.each([
  [0, '0.00'],
  [7, '0.07'],
  [4420, '44.20'],
  [123_456_789, '1234567.89'],
  [-5, '-0.05'],
])('%d pence are %s pounds, to the penny', (pence, pounds) => {
  expect(csvRow([exactPounds(pence), null])).toBe(`${pounds},\r\n`)
})

test('a file begins with the mark of UTF-8 and the names of its columns', () => {
  const columns = [
    { name: 'Title', cell: ({ title }: { title: string }) => title },
    { name: 'Length', cell: ({ title }: { title: string }) => wholeNumberCell(title.length) },
  ]
  const file = csvFile(columns, [{ title: '=Ash' }, { title: 'Zoë' }])
  expect(file).toBe('\uFEFF"Title","Length"\r\n"\'=Ash",4\r\n"Zoë",3\r\n')
})

test.each([
  ['2027-06-30T22:59:59.999Z', '2027-06-30'],
  // London is an hour ahead in summer.
  ['2027-06-30T23:00:00.000Z', '2027-07-01'],
  ['2027-12-31T23:59:59.999Z', '2027-12-31'],
])('%s is the day %s in London', (moment, day) => {
  expect([isoDay(moment), isoDay(new Date(moment))]).toEqual([day, day])
})
