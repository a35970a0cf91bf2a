// Whatever a singer mistypes of a title, within what is forgiven: the search still finds the track. With the demo's songs.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forgivenTypos } from '#rules/search/typos.ts'
import { searchWords } from '#rules/search/search-words.ts'
import { demoTracks } from '../../../demo/catalogue/tracks.ts'
import { createSongs, search } from '../../../tests/support/catalogue/searching.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

const titles = [...new Set(demoTracks.map(({ title }) => title))]
const songs = titles.map((title) => ({ title, originalArtist: 'Traditional' }))
const seed = 20

const aTitle = fc.constantFrom(...titles)

test('a title finds its track in any case, with and without accents and apostrophes, and unfinished', async () => {
  const app = await emptyApp()
  await createSongs(app, songs)
  const spelled = fc.tuple(
    aTitle,
    fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
    fc.nat(3),
  )
  await fc.assert(
    fc.asyncProperty(spelled, async ([title, choices, cut]) => {
      const typed = respell(title, choices)
      const unfinished = typed.slice(0, Math.max(4, typed.length - cut))
      const { titles: found, matching } = await search(app, unfinished)
      expect([unfinished, matching, found]).toEqual([
        unfinished,
        'exact',
        expect.arrayContaining([title]),
      ])
    }),
    { numRuns: 60, seed },
  )
})

/** Each choice decides about one way to write the same. */
function respell(title: string, choices: boolean[]): string {
  const withoutAccents = title.normalize('NFD').replaceAll(/\p{M}/gu, '')
  const base = choices[0] ? withoutAccents : choices[1] ? title.normalize('NFD') : title
  const apostrophe = choices[2] ? '' : choices[3] ? '’' : "'"
  return Array.from(base.replaceAll(/['’]/g, apostrophe), (letter, at) =>
    choices[4 + (at % 16)] ? letter.toUpperCase() : letter.toLowerCase(),
  ).join('')
}

test('a title finds its track with one random typo in each word that may have one', async () => {
  const app = await emptyApp()
  await createSongs(app, songs)
  const typo = fc.record({
    kind: fc.nat(3),
    place: fc.nat(),
    letter: fc.constantFrom('a', 'e', 'i', 'o', 'u', 's', 't', 'n', 'r'),
  })
  const mistyped = fc.tuple(aTitle, fc.array(typo, { minLength: 12, maxLength: 12 }))
  await fc.assert(
    fc.asyncProperty(mistyped, async ([title, typos]) => {
      const typed = searchWords(title)
        .map((word, at) => (forgivenTypos(word) === 0 ? word : mistype(word, typos[at % 12])))
        .join(' ')
      const { titles: found } = await search(app, typed)
      expect([typed, found]).toEqual([typed, expect.arrayContaining([title])])
    }),
    { numRuns: 60, seed },
  )
})

type Typo = { kind: number; place: number; letter: string }

/** A letter left out, added or changed, or two swapped; the first letter stays, as it mostly does. */
function mistype(word: string, typo: Typo | undefined): string {
  if (!typo) return word
  const letters = [...word]
  const at = 1 + (typo.place % (letters.length - 1))
  const edits = [
    () => letters.splice(at, 1),
    () => letters.splice(at, 0, typo.letter),
    () => letters.splice(at, 1, typo.letter),
    () => letters.splice(at - 1, 2, letters[at] ?? '', letters[at - 1] ?? ''),
  ]
  edits[typo.kind]?.()
  // A word may also become too short to be forgiven.
  return forgivenTypos(letters.join('')) === 0 ? word : letters.join('')
}
