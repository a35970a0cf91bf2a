import fc from 'fast-check'
import { expect, test } from 'vitest'
import { zipNames } from './zip-names.ts'

const named = (...titles: string[]) =>
  zipNames(titles.map((title) => ({ title, original_container: 'wav' })))

test.each([
  ['Née à “Skye”', 'Née à “Skye”.wav'],
  ['AC/DC: Back\\Black?', 'AC DC Back Black .wav'],
  ['../../etc/passwd', 'etc passwd.wav'],
  ['con', 'con track.wav'],
  ['NUL.song', 'NUL.song track.wav'],
  ['LPT¹', 'LPT¹ track.wav'],
  ['The end...', 'The end.wav'],
  ['.hidden', 'hidden.wav'],
  ['???', 'Track.wav'],
  ['\u202Egnp.exe', 'gnp.exe.wav'],
  ['x'.repeat(300), `${'x'.repeat(120)}.wav`],
])('the title %j becomes %j', (title, name) => {
  expect(named(title)).toEqual([name.replace(' .wav', '.wav')])
})

test('titles that are equal on some system get numbers', () => {
  expect(named('Skye', 'skye', 'Skye (2)', 'Skye ', 'Ｓkye')).toEqual([
    'Skye.wav',
    'skye (2).wav',
    'Skye (2) (2).wav',
    'Skye (3).wav',
    'Ｓkye (4).wav',
  ])
})

test('names are distinct and free of what any system forbids, whatever the titles', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 12 }), (titles) => {
      const names = named(...titles)
      const keys = names.map((name) => name.normalize('NFKC').toLowerCase())
      expect(new Set(keys).size).toBe(titles.length)
      for (const name of names) {
        expect(name).toMatch(/^[^<>:"/\\|?*\p{Cc}]+\.wav$/u)
        expect(name).not.toMatch(/^[. ]|[. ]\.wav$/)
        expect(Buffer.byteLength(name)).toBeLessThan(520)
      }
    }),
  )
})
