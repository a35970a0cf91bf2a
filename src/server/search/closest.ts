// Reads a search that no track matches with fewer of its words: the most that a track has together.

import { sql } from 'kysely'
import { isMinorWord } from '#rules/search/minor-words.ts'
import type { SearchGroup } from '#rules/search/search-text.ts'
import type { Db } from '#server/db/client.ts'
import { matchOf, readAsSimilar, readAsTyped, type Reading } from './readings.ts'
import { findResemblingWords, findSimilarWords, type KnownWords } from './similar-words.ts'

/** So many tracks with one of the rarest words are compared. */
const maxCompared = 1_000

/** Some track may have it. */
type PossibleReading = Reading & { isMinor: boolean }

/** Empty if no word is left that tells enough. */
export async function findClosest(
  db: Db,
  groups: readonly SearchGroup[],
  known: KnownWords,
): Promise<Reading[]> {
  const possible = await possibleReadings(db, groups, known)
  const compared = rarest(possible.filter(({ isMinor }) => !isMinor))
  if (compared.length === 0) return []
  const has = possible.map((reading) => matchOf([reading]))
  const { rows } = await sql<{ has: boolean[]; tracks: number }>`
    select array[${sql.join(has)}] as has, count(*)::integer as tracks
    from (
      select * from listed_tracks
      where ${matchOf(compared)} limit ${maxCompared}
    ) compared
    group by 1
  `.execute(db)
  const wordsOf = (row: { has: boolean[] }) => row.has.filter(Boolean).length
  const [fullest] = rows.toSorted(
    (one, other) => wordsOf(other) - wordsOf(one) || other.tracks - one.tracks,
  )
  return possible.filter((_, at) => fullest?.has[at])
}

/** Of a word that no track has, the likeliest one that was meant instead. */
async function possibleReadings(
  db: Db,
  groups: readonly SearchGroup[],
  known: KnownWords,
): Promise<PossibleReading[]> {
  const isUnknown = ({ words: [word = ''], facets }: SearchGroup) =>
    facets.length === 0 && !known.has(word)
  const unknown = groups.filter(isUnknown).flatMap(({ words }) => words)
  const similar = await findSimilarWords(db, unknown)
  const resembling = await findResemblingWords(
    db,
    unknown.filter((word) => !similar.has(word)),
  )
  return groups
    .map((group) => {
      const { words, facets } = group
      const [word = ''] = words
      const instead = similar.get(word)?.[0] ?? resembling.get(word)
      const reading =
        instead && isUnknown(group) ? readAsSimilar(instead) : readAsTyped(group, known)
      return { ...reading, isMinor: facets.length === 0 && words.every(isMinorWord) }
    })
    .filter(({ tracks }) => tracks > 0)
}

/** As many of the rarest as have few tracks together, and at least one. */
function rarest(possible: readonly PossibleReading[]): PossibleReading[] {
  const chosen: PossibleReading[] = []
  let together = 0
  for (const one of possible.toSorted((a, b) => a.tracks - b.tracks)) {
    if (chosen.length > 0 && together + one.tracks > maxCompared) break
    chosen.push(one)
    together += one.tracks
  }
  return chosen
}
