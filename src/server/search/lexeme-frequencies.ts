// How many tracks are expected to have the lexemes of a search: estimates to choose a plan by, never a total.

import { sql } from 'kysely'
import { lexemeMask } from '#rules/track-facets.ts'
import type { Db } from '#server/db/client.ts'
import { countTracks, type FacetCounts } from './facet-counts.ts'
import type { Lexeme, Term, WordsQuery } from './words/words-query.ts'

export type TermFrequency = {
  term: Term
  /** Expected number of tracks. */
  tracks: number
  /** At least so many have them: as many as the most frequent word of the term. */
  atLeast: number
  /** Tracks that the index has to gather for the beginnings of words in this term. */
  gathered: number
}

export async function termFrequencies(
  db: Db,
  words: WordsQuery,
  counts: FacetCounts,
): Promise<{ frequencies: TermFrequency[]; version: string }> {
  const { version, pending, frequencies } = await wordFrequencies(db, words.flat(2))
  const knownOf = (lexeme: Lexeme): Known => {
    const mask = lexemeMask(lexeme.text)
    if (mask === null) return frequencies[keyOf(lexeme)] ?? { tracks: 0, most: 0 }
    const tracks = countTracks(counts, mask)
    // The counts in memory may be of a past generation: nothing is certain of them.
    return { tracks, most: 0 }
  }
  const frequencyOf = (lexeme: Lexeme) => knownOf(lexeme).tracks
  return {
    version,
    frequencies: words.map((term) => ({
      term,
      tracks: sum(term.map((alternative) => Math.min(...alternative.map(frequencyOf)))),
      atLeast: Math.max(
        0,
        ...term.flatMap(([lexeme, ...others]) =>
          lexeme !== undefined && others.length === 0 ? [knownOf(lexeme).most - pending] : [],
        ),
      ),
      gathered: sum(
        term.flatMap((alternative) => alternative.filter(isBeginning).map(frequencyOf)),
      ),
    })),
  }
}

const isBeginning = ({ isPrefix }: Lexeme) => isPrefix === true
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
const keyOf = ({ text, isPrefix }: Lexeme) => (isPrefix ? `${text}*` : text)

/** Differs after every change of a listed track's words or facets. */
export const searchVersion = sql<string>`(
  select concat_ws(
    '.', generation, (select count(*) from facet_changes), (select count(*) from lexicon_changes)
  )
  from search_generation
)`

/** Of a lexeme: its tracks, for a beginning summed over its words; and the tracks of its most frequent word. */
type Known = { tracks: number; most: number }
type Frequencies = { version: string; pending: number; frequencies: Record<string, Known> }

/** Up to the last fold; since then, the tracks of any lexeme have changed by `pending` at most. */
async function wordFrequencies(db: Db, lexemes: Lexeme[]) {
  const whole = lexemes.filter((lexeme) => !isBeginning(lexeme)).map(({ text }) => text)
  const beginnings = lexemes.filter(isBeginning).map(({ text }) => text)
  const { rows } = await sql<Frequencies>`
    select ${searchVersion} as version,
      (select coalesce(sum(abs(change)), 0) from lexicon_changes)::integer
        + (select coalesce(sum(abs(change)), 0) from facet_changes)::integer as pending,
      coalesce(json_object_agg(key, json_build_object('tracks', tracks, 'most', most)), '{}') as frequencies
    from (
      select word as key, df as tracks, df as most from search_lexicon where word = any(${whole}::text[])
      union all
      select beginning || '*', sums.tracks, sums.most
      from unnest(${beginnings}::text[]) as beginning
      cross join lateral (
        select coalesce(sum(df), 0)::integer as tracks, coalesce(max(df), 0) as most from search_lexicon
        where word ~>=~ beginning and word ~<~ (beginning || chr(1114111))
      ) sums
    ) known
  `.execute(db)
  return rows[0] ?? { version: '', pending: 0, frequencies: {} }
}
