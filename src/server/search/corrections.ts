// Reads a search without results with its mistyped words corrected: those corrections that tracks have together.

import { sql } from 'kysely'
import { facetWords } from '#rules/search/facet-words.ts'
import { facetColumns } from '#rules/search/facets.ts'
import { isMinorWord } from '#rules/search/minor-words.ts'
import type { SearchGroup } from '#rules/search/search-text.ts'
import { forgivenTypos, typosBetween } from '#rules/search/typos.ts'
import type { Db } from '#server/db/client.ts'
import { allOf } from './conditions.ts'
import {
  areImpossible,
  completed,
  matches,
  readAsBeginning,
  readAsSimilar,
  readAsTyped,
  textConditions,
  type FoundTrack,
  type Reading,
} from './readings.ts'
import {
  findMistypedBeginnings,
  findSimilarWords,
  type KnownWords,
  type SimilarWord,
} from './similar-words.ts'
import { trackOrders } from './track-orders.ts'

/** A longer text is no mistyped title, so that the lookups would be wasted. */
const maxUnknown = 4
/** A word that exists is seldom mistyped: only the rarest ones may be. */
const maxDoubted = 3
const maxCorrections = 2
const beginningCost = 0.5
const mistypedBeginningCost = 1.5

/** The likeliest first. Only words that do not exist are corrected, and if that finds nothing, the rarest of the others. */
export async function correctWords(
  db: Db,
  groups: readonly SearchGroup[],
  known: KnownWords,
): Promise<Reading[][]> {
  const words = groups.filter(({ facets }) => facets.length === 0).flatMap((group) => group.words)
  const doubtful = words.filter((word) => forgivenTypos(word) > 0 && !isMinorWord(word))
  const unknown = doubtful.filter((word) => !known.has(word))
  if (unknown.length > maxUnknown) return []
  const similar = await findSimilar(db, unknown)
  const unfinished = await findUnfinished(db, groups, known)
  const readingsOf = (group: SearchGroup): Reading[] => [
    readAsTyped(group, known),
    ...similarTo(group, similar),
    ...(group.isLast ? unfinished : []),
  ]
  const corrected = unknown.length === 0 ? [] : await combine(db, groups.map(readingsOf))
  if (corrected.length > 0) return corrected
  const doubted = doubtful
    .filter((word) => known.has(word))
    .toSorted((one, other) => known.uses(one) - known.uses(other))
    .slice(0, maxDoubted)
  if (doubted.length === 0 || words.length === 1) return []
  const more = new Map([...similar, ...(await findSimilar(db, doubted))])
  const isDoubted = ({ words: [word = ''], isLast }: SearchGroup) =>
    !isLast && doubted.includes(word)
  return combine(
    db,
    groups.map((group) => [
      ...readingsOf(group),
      ...similarTo(group, more),
      ...(isDoubted(group) ? [readAsBeginning(group.words[0] ?? '', known, beginningCost)] : []),
    ]),
  )
}

async function findSimilar(db: Db, words: string[]): Promise<Map<string, SimilarWord[]>> {
  const found = await findSimilarWords(db, words)
  return new Map(words.map((word) => [word, [...(found.get(word) ?? []), ...facetsLike(word)]]))
}

/** The name of a facet need not be a word of a title. */
function facetsLike(word: string): SimilarWord[] {
  return facetWords.flatMap((name) => {
    const cost = typosBetween(word, name, forgivenTypos(word))
    return cost ? [{ word: name, uses: 0, cost }] : []
  })
}

function similarTo(
  { words: [word = ''], facets }: SearchGroup,
  similar: ReadonlyMap<string, SimilarWord[]>,
): Reading[] {
  return facets.length > 0 ? [] : (similar.get(word) ?? []).map(readAsSimilar)
}

/** The last word may be the mistyped beginning of these. */
async function findUnfinished(
  db: Db,
  groups: readonly SearchGroup[],
  known: KnownWords,
): Promise<Reading[]> {
  const last = groups.at(-1)
  const [word = ''] = last?.words ?? []
  if (last === undefined || last.facets.length > 0 || known.has(word)) return []
  const words = await findMistypedBeginnings(db, word)
  return words.map((one) => readAsSimilar({ ...one, cost: mistypedBeginningCost }))
}

/** So many tracks are read, and the most popular of them looked at. */
const maxSampled = 1_000
const maxLookedAt = 100

/** Tracks with at least one reading of each group: enough to see which words tracks have together. */
async function sampleTracks(db: Db, choices: readonly Reading[][]): Promise<FoundTrack[]> {
  if (areImpossible(choices)) return []
  const { rows } = await sql<FoundTrack>`
    select tsvector_to_array(words) as lexemes, ${sql.join(facetColumns.map((one) => sql.ref(one)))}
    from (
      select * from listed_tracks
      where ${allOf(textConditions(choices))} limit ${maxSampled}
    ) matching
    order by ${trackOrders.popularity} limit ${maxLookedAt}
  `.execute(db)
  return rows
}

type Combination = { readings: Reading[]; cost: number; tracks: number }

/** For each group one of its readings, as tracks have them together: the likeliest first, of equally likely ones that with the most tracks. */
async function combine(db: Db, choices: readonly Reading[][]): Promise<Reading[][]> {
  const byCost = choices.map((readings) => readings.toSorted((one, other) => one.cost - other.cost))
  const combinations = new Map<string, Combination>()
  for (const track of await sampleTracks(db, byCost)) {
    const readings = byCost.flatMap((some) => some.find((one) => matches(one, track)) ?? [])
    const name = JSON.stringify(readings.map(({ phrases, shown }) => [phrases, shown]))
    const seen = combinations.get(name)
    combinations.set(name, {
      readings: seen?.readings ?? readings.map((reading) => completed(reading, track)),
      cost: readings.reduce((sum, { cost }) => sum + cost, 0),
      tracks: (seen?.tracks ?? 0) + 1,
    })
  }
  return [...combinations.values()]
    .toSorted((one, other) => one.cost - other.cost || other.tracks - one.tracks)
    .slice(0, maxCorrections)
    .map(({ readings }) => readings)
}
