// Songs and artists that continue what is being typed.

import { sql, type RawBuilder } from 'kysely'
import { mostSuggestions } from '#contracts/catalogue.ts'
import { readSearchText } from '#rules/search/search-text.ts'
import type { Db } from '#server/db/client.ts'
import { readMistyped } from './mistyped-beginnings.ts'
import { beginsWith } from '../words/lexicon-lookup.ts'
import { tsqueryText, type WordsQuery } from '../words/words-query.ts'

/** A title of several original artists is several songs, but one suggestion. */
const mostSongs = mostSuggestions * 5
/**
 * So many are collected and sorted; of more than that, a walk from the most popular one soon finds enough. The planner has
 * to know these limits, so they are no parameters.
 */
const mostCollected = 2_000
/** An index finds too many words with a shorter beginning. */
const shortestWithin = 3

/** A song is named by its most popular track. */
export type FoundSuggestion = { kind: 'title' | 'artist'; id: string; popularity: number }
/** `text`: the title or name in plain words. */
type Match = FoundSuggestion & { text: string }

/** First those that begin with what is typed, then those that have its words; each the most popular first. */
export async function findSuggestions(db: Db, typed: string): Promise<FoundSuggestion[]> {
  const words = readSearchText(typed).flatMap((group) => group.words)
  if (words.length === 0) return []
  const found = await findContinuing(db, words)
  if (found.length > 0) return found
  const mistyped = await readMistyped(db, words)
  if (mistyped === null) return []
  return best([...(await findArtists(db, mistyped)), ...(await findSongsWith(db, mistyped))])
}

async function findContinuing(db: Db, words: string[]): Promise<FoundSuggestion[]> {
  const typed = words.join(' ')
  const query: WordsQuery = words.map((text, at) => [[{ text, isPrefix: at === words.length - 1 }]])
  const artists = await findArtists(db, query)
  const songs = await findSongs(db, {
    found: beginsWith(sql`title`, typed),
    passed: sql`starts_with(title, ${typed})`,
  })
  const first = best([...artists.filter(({ text }) => text.startsWith(typed)), ...songs])
  if (first.length === mostSuggestions || typed.length < shortestWithin) return first
  const others = best([...artists, ...(await findSongsWith(db, query))])
  return distinct([...first, ...others])
}

function best(matches: Match[]): Match[] {
  return distinct(
    matches.toSorted(
      (one, other) => other.popularity - one.popularity || (one.text < other.text ? -1 : 1),
    ),
  )
}

/** The first of each title and each artist. */
function distinct<Some extends Match>(matches: Some[]): Some[] {
  const nameOf = ({ kind, id, text }: Match) => (kind === 'title' ? text : id)
  return [...Map.groupBy(matches, nameOf).values()]
    .flatMap(([first]) => first ?? [])
    .slice(0, mostSuggestions)
}

async function findArtists(db: Db, words: WordsQuery): Promise<Match[]> {
  const { rows } = await sql<Match>`
    select 'artist' as kind, artist_id as id, name as text, popularity from suggested_artists
    where words @@ ${tsqueryText(words)}::tsquery
    order by popularity desc, artist_id
    limit ${sql.lit(mostSuggestions)}
  `.execute(db)
  return rows
}

function findSongsWith(db: Db, words: WordsQuery): Promise<Match[]> {
  const query = sql`${tsqueryText(words)}::tsquery`
  return findSongs(db, {
    found: sql`words @@ ${query}`,
    passed: sql`coalesce(words, '') @@ ${query}`,
  })
}

/**
 * The same condition twice: one that an index finds, and one that none does. The plan of a prepared statement cannot know
 * how many songs match, and would find and sort half of them where a walk soon meets enough.
 */
type Condition = { found: RawBuilder<unknown>; passed: RawBuilder<unknown> }

async function findSongs(db: Db, condition: Condition): Promise<Match[]> {
  const { rows } = await sql<Match & { collected: string }>`
    with found as materialized (
      select song, track_id, title, popularity from suggested_songs where ${condition.found} limit ${sql.lit(mostCollected + 1)}
    )
    select 'title' as kind, track_id as id, title as text, popularity, (select count(*) from found) as collected
    from found order by popularity desc, song limit ${sql.lit(mostSongs)}
  `.execute(db)
  return Number(rows[0]?.collected) > mostCollected ? walkSongs(db, condition) : rows
}

async function walkSongs(db: Db, { passed }: Condition): Promise<Match[]> {
  const { rows } = await sql<Match>`
    select 'title' as kind, track_id as id, title as text, popularity from suggested_songs
    where ${passed} order by popularity desc, song limit ${sql.lit(mostSongs)}
  `.execute(db)
  return rows
}
