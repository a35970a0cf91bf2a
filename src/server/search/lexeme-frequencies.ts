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
  /** Tracks that the index has to gather for the beginnings of words in this term. */
  gathered: number
}

export async function termFrequencies(
  db: Db,
  words: WordsQuery,
  counts: FacetCounts,
): Promise<{ frequencies: TermFrequency[]; version: string }> {
  const { version, frequencies } = await wordFrequencies(db, words.flat(2))
  const frequencyOf = (lexeme: Lexeme) => {
    const mask = lexemeMask(lexeme.text)
    return mask === null ? (frequencies[keyOf(lexeme)] ?? 0) : countTracks(counts, mask)
  }
  return {
    version,
    frequencies: words.map((term) => ({
      term,
      tracks: sum(term.map((alternative) => Math.min(...alternative.map(frequencyOf)))),
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

/** Up to the last fold. */
async function wordFrequencies(db: Db, lexemes: Lexeme[]) {
  const whole = lexemes.filter((lexeme) => !isBeginning(lexeme)).map(({ text }) => text)
  const beginnings = lexemes.filter(isBeginning).map(({ text }) => text)
  const { rows } = await sql<{ version: string; frequencies: Record<string, number> }>`
    select ${searchVersion} as version, coalesce(json_object_agg(key, tracks), '{}') as frequencies
    from (
      select word as key, df as tracks from search_lexicon where word = any(${whole}::text[])
      union all
      select beginning || '*', (
        select coalesce(sum(df), 0)::integer from search_lexicon
        where word ~>=~ beginning and word ~<~ (beginning || chr(1114111))
      )
      from unnest(${beginnings}::text[]) as beginning
    ) known
  `.execute(db)
  return rows[0] ?? { version: '', frequencies: {} }
}
