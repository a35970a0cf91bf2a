// Which recordings are versions of one song: the one place that decides it.

import { plainText, searchWords } from './search-words.ts'
import { vocalRanges } from '../music/vocal-range.ts'

export type Named = { title: string; originalArtist: string }

/** Title and original artist in plain words. A title without letters and digits is taken as it is. */
export function songWords({ title, originalArtist }: Named): string {
  return `${wordsOf(title)} / ${wordsOf(originalArtist)}`
}

/**
 * Equal for all versions of a song: a bracket that only says in which key, for which voice or on which instrument it was
 * recorded does not count. A bracket with any other word does: '(Live)' and '(Part 2)' are songs of their own.
 */
export function songKey({ title, originalArtist }: Named): string {
  const plain = plainText(title).replace(bracket, (whole, inside: string) =>
    tellsVersionsApart(inside) ? ' ' : whole,
  )
  return songWords({ title: searchWords(plain).length > 0 ? plain : title, originalArtist })
}

const bracket = /[([]([^()[\]]*)[)\]]/g

/** 'F#m', 'B flat', 'c minor' */
const keyName =
  /(?<![\p{L}\p{N}])[a-g](?:[b#♭♯]| ?(?:flat|sharp))?(?:m| ?(?:major|minor))?(?![\p{L}\p{N}#♭♯])/gu

const versionWords = new Set([
  'higher',
  'lower',
  'original',
  'key',
  'for',
  'voice',
  'male',
  'female',
  'full',
  'band',
  'piano',
  'guitar',
  'version',
  ...vocalRanges.flatMap((range) => searchWords(range)),
])

function tellsVersionsApart(inside: string): boolean {
  return searchWords(inside.replace(keyName, ' ')).every((word) => versionWords.has(word))
}

function wordsOf(text: string): string {
  return searchWords(text).join(' ') || text
}
