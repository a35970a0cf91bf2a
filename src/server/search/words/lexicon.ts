// What the lexicon knows of the words of a search. It stays in memory while no listed track's words or facets change: the
// statement that reads a page returns the version of the lexicon, too, which shows whether they have.

import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '#server/db/client.ts'
import { beginsWith } from './lexicon-lookup.ts'

/** The words of tracks that begin so. */
export type Beginning = {
  /** Their tracks, each counted for each of its words. */
  tracks: number
  /** At least so many tracks have one of them. */
  atLeast: number
  /** Null if there are too many to look each up. */
  words: readonly string[] | null
  /** The number of tracks with the word, if it is only one. */
  exact: number | null
}

export type Asked = { words: string[]; beginnings: string[] }

export type Lexicon = {
  version: string
  /** The number of listed tracks that have each word; words that none has are missing. */
  words: ReadonlyMap<string, number>
  beginnings: ReadonlyMap<string, Beginning>
}

/** The index of words finds a few words sooner than a beginning, for which it reads all tracks of all words. */
const mostContinuations = 24
const mostRemembered = 5_000

type Memory = {
  version: string
  words: LRUCache<string, number>
  beginnings: LRUCache<string, Beginning>
}

const memories = new WeakMap<Db, Memory>()

function memoryOf(db: Db): Memory {
  const memory = memories.get(db) ?? {
    version: '',
    words: new LRUCache({ max: mostRemembered }),
    beginnings: new LRUCache({ max: mostRemembered }),
  }
  memories.set(db, memory)
  return memory
}

export function forgetLexicon(db: Db): void {
  memories.delete(db)
}

/** All of one version; it may be outdated if nothing had to be read. */
export async function readLexicon(db: Db, asked: Asked): Promise<Lexicon> {
  const memory = memoryOf(db)
  const { version } = memory
  const words = asked.words.map((word) => [word, memory.words.get(word)] as const)
  const beginnings = asked.beginnings.map((text) => [text, memory.beginnings.get(text)] as const)
  const missing = { words: textsWithout(words), beginnings: textsWithout(beginnings) }
  if (missing.words.length === 0 && missing.beginnings.length === 0)
    return lexiconOf(version, words, beginnings)
  const read = await readWords(db, missing)
  if (read.version === version) {
    remember(memory, read)
    return lexiconOf(
      version,
      [...words, ...Object.entries(read.words)],
      [...beginnings, ...Object.entries(read.beginnings)],
    )
  }
  // What is in memory is of another version.
  const all = await readWords(db, asked)
  remember(memory, all)
  return lexiconOf(all.version, Object.entries(all.words), Object.entries(all.beginnings))
}

type Entries<Value> = (readonly [text: string, value: Value | undefined])[]

function textsWithout(entries: Entries<unknown>): string[] {
  return entries.flatMap(([text, value]) => (value === undefined ? [text] : []))
}

function lexiconOf(version: string, words: Entries<number>, beginnings: Entries<Beginning>) {
  return {
    version,
    words: new Map(words.flatMap(([word, df]) => (df ? [[word, df] as const] : []))),
    beginnings: new Map(
      beginnings.flatMap(([text, beginning]) => (beginning ? [[text, beginning] as const] : [])),
    ),
  }
}

function remember(memory: Memory, read: WordsRow): void {
  if (memory.version !== read.version) {
    memory.version = read.version
    memory.words.clear()
    memory.beginnings.clear()
  }
  for (const [word, df] of Object.entries(read.words)) memory.words.set(word, df)
  for (const [text, known] of Object.entries(read.beginnings)) memory.beginnings.set(text, known)
}

/** Differs after every change of a listed track's words or facets. */
export const searchVersion = sql<string>`(
  select concat_ws(
    '.', generation, (select count(*) from facet_changes), (select count(*) from lexicon_changes)
  )
  from search_generation
)`

/** That of this moment. */
export async function readVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`select ${searchVersion} as version`.execute(db)
  return rows[0]?.version ?? ''
}

type WordsRow = {
  version: string
  words: Record<string, number>
  beginnings: Record<string, Beginning>
}

/** The frequencies of beginnings are those at the last fold; since then, those of no word have changed by more than `pending`. */
async function readWords(db: Db, { words, beginnings }: Asked): Promise<WordsRow> {
  const { rows } = await sql<WordsRow>`
    select ${searchVersion} as version, (
      select coalesce(json_object_agg(asked.word, coalesce(current_lexicon.df, 0)), '{}')
      from unnest(${words}::text[]) as asked (word)
      left join current_lexicon on current_lexicon.word = asked.word
    ) as words, (
      select coalesce(json_object_agg(beginning, json_build_object(
        'tracks', found.tracks, 'atLeast', greatest(0, found.most - pending.changes), 'words', found.words,
        'exact', (select df from current_lexicon where word = found.only)
      )), '{}')
      from unnest(${beginnings}::text[]) as beginning
      cross join (
        select (
          (select coalesce(sum(abs(change)), 0) from lexicon_changes)
          + (select coalesce(sum(abs(change)), 0) from facet_changes)
        )::integer as changes
      ) pending
      cross join lateral (
        select coalesce(sum(df), 0)::integer as tracks, coalesce(max(df), 0) as most,
          case when count(*) <= ${mostContinuations} then coalesce(array_agg(word), '{}') end as words,
          case when count(*) = 1 then min(word) end as only
        from search_lexicon where ${beginsWith(sql`word`, sql`beginning`)}
      ) found
    ) as beginnings
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('The catalogue has no generation.')
  return row
}
