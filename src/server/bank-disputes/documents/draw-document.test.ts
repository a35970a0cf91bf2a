import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { maxEvidenceBytes, maxEvidencePages } from '#rules/payments/evidence-files.ts'
import { asRuns, isReplacedIn, loadDocumentFonts } from './document-fonts.ts'
import { drawDocument } from './draw-document.ts'

const document = (...lines: string[]) => ({
  title: 'Receipt',
  about: ['About dispute du_1.'],
  sections: [{ heading: 'What was bought', lines }],
})

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length

test('a document is a PDF with its fonts inside: each script adds the one that has it', async () => {
  const latin = await drawDocument(document('Skye, by Rosa: £5.70', ''))
  expect(latin.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pagesOf(latin)).toBe(1)
  const fontsOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/FontFile\d? /g)?.length
  expect(fontsOf(latin)).toBe(1)
  expect(fontsOf(await drawDocument(document('Песня, τραγούδι, أغنية, שיר, 歌')))).toBe(6)
})

test('each character is drawn by a font that has it, words of a script together, and what none has by its number', async () => {
  const fonts = await loadDocumentFonts()
  const runsOf = (line: string) =>
    asRuns(fonts, line).map(({ font, text }) => [font.name.split('/')[2]?.split('-400')[0], text])
  expect(runsOf('Zoë (£5)')).toEqual([['noto-sans-latin', 'Zoë (£5)']])
  expect(runsOf('by محمد علي')).toEqual([
    ['noto-sans-latin', 'by '],
    ['noto-sans-arabic-arabic', 'محمد علي'],
  ])
  expect(runsOf('Łódź 東京 🎵!')).toEqual([
    ['noto-sans-latin-ext', 'Ł'],
    ['noto-sans-latin', 'ód'],
    ['noto-sans-latin-ext', 'ź '],
    ['unifont-latin', '東京 '],
    ['noto-sans-latin', '[U+1F3B5]!'],
  ])
  expect(['東京', '🎵'].map((text) => isReplacedIn(fonts, text))).toEqual([false, true])
})

test('a long document ends after some pages, and three of them are not too much for a bank', async () => {
  const line = `${'A message of a customer who writes much. '.repeat(40)} 東京`
  const pdf = await drawDocument(document(...Array.from({ length: 400 }, () => line)))
  expect(pagesOf(pdf)).toBe(16)
  expect(3 * (pagesOf(pdf) ?? 0)).toBeLessThanOrEqual(maxEvidencePages)
  expect(pdf.length * 3).toBeLessThan(maxEvidenceBytes)
})

test('other requests go on while a document is drawn', async () => {
  await loadDocumentFonts()
  const lines = 200
  const drawn = new AbortController()
  const text = document(...Array<string>(lines).fill('Slower, please.'))
  const drawing = drawDocument(text).finally(() => drawn.abort())
  let turns = 0
  for (; !drawn.signal.aborted; turns++) await setImmediate()
  await drawing
  expect(turns).toBeGreaterThanOrEqual(lines)
})
