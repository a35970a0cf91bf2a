// Words of a search that name what a track is: its instrument, genre, voice, format or key.

import {
  genres,
  instrumentations,
  trackFormats,
  type Genre,
  type Instrumentation,
  type TrackFormat,
} from '../tracks/track-options.ts'
import { vocalRanges, type VocalRange } from '../music/vocal-range.ts'
import {
  genderFacet,
  higherFacet,
  keyFacet,
  lowerFacet,
  type Facet,
  type FacetColumn,
} from './facets.ts'
import { searchWords } from './search-words.ts'

/** A number of parts of the text that name facets: a track needs all of them. */
export type FacetPhrase = { parts: number; facets: Facet[] }

/** Each choice by its own words. 'Other' names nothing that is searched for. */
function ownNames(column: FacetColumn, choices: readonly string[]): [string, Facet][] {
  return choices
    .filter((choice) => choice !== 'Other')
    .map((choice) => [searchWords(choice).join(' '), { column, values: [choice] }])
}

const ofInstrument = (one: Instrumentation): Facet => ({ column: 'instrumentation', values: [one] })
const ofGenre = (genre: Genre): Facet => ({ column: 'genre', values: [genre] })
const ofRange = (range: VocalRange): Facet => ({ column: 'vocal_range', values: [range] })
const ofFormat = (format: TrackFormat): Facet => ({ column: 'format', values: [format] })

const guitar = ofInstrument('Acoustic Guitar')
const arrangement = ofInstrument('Full Arrangement Track')
const theatre = ofGenre('Musical Theatre')
const instrumental = ofFormat('Acoustic Instrumental Version')
const minor: Facet = { column: 'mode', values: ['minor'] }
const major: Facet = { column: 'mode', values: ['major'] }

const otherNames = {
  guitar,
  acoustic: guitar,
  'full arrangement': arrangement,
  'full band': arrangement,
  musical: theatre,
  'musical theater': theatre,
  mezzo: ofRange('Mezzo-Soprano'),
  'counter tenor': ofRange('Countertenor'),
  female: genderFacet('female'),
  male: genderFacet('male'),
  karaoke: ofFormat('Backing Track'),
  instrumental,
  'instrumental version': instrumental,
  'acoustic instrumental': instrumental,
  higher: higherFacet,
  lower: lowerFacet,
  minor,
}

/** In the plural, too. */
const names = new Map<string, Facet>([
  ...ownNames('instrumentation', instrumentations),
  ...ownNames('genre', genres),
  ...ownNames('vocal_range', vocalRanges),
  ...ownNames('format', trackFormats),
  ...Object.entries(otherNames),
])
export const facetWords: readonly string[] = [...names.keys()].filter((name) => !name.includes(' '))

/** More than the longest phrase has: 'in the key of f sharp minor'. */
const maxParts = 8
/** Shorter beginnings of the last word would name too much. */
const minUnfinishedLength = 3

/** The longest phrase from the part `from` on; null where none begins. */
export function facetPhraseAt(spelled: readonly string[], from: number): FacetPhrase | null {
  const rest = spelled.slice(from, from + maxParts)
  for (let parts = rest.length; parts > 0; parts--) {
    const phrase = rest.slice(0, parts).join(' ')
    const facets = keyNamed(phrase) ?? facetNamed(phrase)
    if (facets) return { parts, facets }
  }
  return null
}

/** What an unfinished word may become: 'pia' the piano, 'cou' country or countertenor. */
export function unfinishedFacets(word: string): Facet[] {
  if (word.length < minUnfinishedLength) return []
  return facetWords.filter((name) => name.startsWith(word)).flatMap((name) => facetOf(name) ?? [])
}

export function facetOf(name: string): Facet | null {
  return names.get(name) ?? names.get(name.replace(/s$/, '')) ?? null
}

const before = /^(for|with|as|in|on)( an?| the)? /
const after = / (voice|vocals?|singer|range|key|version|track)$/

/** 'for alto', 'on the piano' and 'guitar version' name the same as 'alto', 'piano' and 'guitar'. */
function facetNamed(phrase: string): Facet[] | null {
  const name = phrase.replace(before, '')
  const found = facetOf(name) ?? facetOf(name.replace(after, ''))
  return found && [found]
}

const key =
  /^(in |(?:in )?(?:the )?key (?:of )?)?([a-g])(b|#| flat| sharp)?(?: ?(m|min|minor|maj|major))?(?: key)?$/

/** 'eb', 'f sharp minor', 'in the key of g'. A key without its mode is both, as in the filter. */
function keyNamed(phrase: string): Facet[] | null {
  const [, introduction, letter = '', sign = '', mode = ''] = key.exec(phrase) ?? []
  const named = keyFacet(letter + sign.trim().replace('sharp', '#').replace('flat', 'b'))
  if (!named) return null
  // 'A' and 'am' are rather the words of a title, unless they stand after 'in' or 'key'.
  const isWord = letter === 'a' && !introduction && !sign && (mode === '' || mode === 'm')
  if (isWord) return null
  if (mode === '') return [named]
  return [named, mode.startsWith('ma') ? major : minor]
}
