// Words of a search that name what a track is: its instrument, genre, voice, format or key.

import { keyFacet, facet, type Facet } from '../track-facets.ts'

/** A number of parts of the text that name facets: a track needs all of them. */
export type FacetPhrase = { parts: number; facets: Facet[] }

const guitar = facet('instrumentation', 'Acoustic Guitar')
const piano = facet('instrumentation', 'Piano')
const arrangement = facet('instrumentation', 'Full Arrangement Track')
const theatre = facet('genre', 'Musical Theatre')
const mezzo = facet('vocalRange', 'Mezzo-Soprano')
const countertenor = facet('vocalRange', 'Countertenor')
const backing = facet('format', 'Backing Track')
const jam = facet('format', 'Jam Track')
const instrumental = facet('format', 'Acoustic Instrumental Version')
const higher = facet('higher', 'true')
const lower = facet('lower', 'true')
const minor = facet('minor', 'true')
const major = facet('major', 'true')

/** In the plural, too. 'Other' names nothing that is searched for. */
const names = new Map<string, Facet>(
  Object.entries({
    guitar,
    acoustic: guitar,
    'acoustic guitar': guitar,
    piano,
    'full arrangement': arrangement,
    'full arrangement track': arrangement,
    'full band': arrangement,
    pop: facet('genre', 'Pop'),
    rock: facet('genre', 'Rock'),
    folk: facet('genre', 'Folk'),
    jazz: facet('genre', 'Jazz'),
    classical: facet('genre', 'Classical'),
    country: facet('genre', 'Country'),
    musical: theatre,
    'musical theatre': theatre,
    'musical theater': theatre,
    soprano: facet('vocalRange', 'Soprano'),
    mezzo,
    'mezzo soprano': mezzo,
    alto: facet('vocalRange', 'Alto'),
    contralto: facet('vocalRange', 'Contralto'),
    countertenor,
    'counter tenor': countertenor,
    tenor: facet('vocalRange', 'Tenor'),
    baritone: facet('vocalRange', 'Baritone'),
    bass: facet('vocalRange', 'Bass'),
    female: facet('vocalGender', 'female'),
    male: facet('vocalGender', 'male'),
    'backing track': backing,
    karaoke: backing,
    'jam track': jam,
    instrumental,
    'instrumental version': instrumental,
    'acoustic instrumental': instrumental,
    'acoustic instrumental version': instrumental,
    higher,
    lower,
    minor,
  }),
)
export const facetWords: readonly string[] = [...names.keys()].filter((name) => !name.includes(' '))

/** More than the longest phrase has: 'in the key of f sharp minor'. */
const mostParts = 8
/** Shorter beginnings of the last word would name too much. */
const shortestUnfinished = 3

/** The longest phrase from the part `from` on; null where none begins. */
export function facetPhraseAt(spelled: readonly string[], from: number): FacetPhrase | null {
  const rest = spelled.slice(from, from + mostParts)
  for (let parts = rest.length; parts > 0; parts--) {
    const phrase = rest.slice(0, parts).join(' ')
    const facets = keyNamed(phrase) ?? facetNamed(phrase)
    if (facets) return { parts, facets }
  }
  return null
}

/** What an unfinished word may become: 'pia' the piano, 'cou' country or countertenor. */
export function unfinishedFacets(word: string): Facet[] {
  if (word.length < shortestUnfinished) return []
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
