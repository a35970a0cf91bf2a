// Songs and artists that continue what is being typed.

import { sql } from 'kysely'
import { maxSuggestions, type Suggestion } from '#contracts/catalogue.ts'
import { readSearchText } from '#rules/search/search-text.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'
import { allOf, hasWords, type Condition, type Phrase } from './conditions.ts'
import { findKnownWords, findMistypedBeginnings, findSimilarWords } from './similar-words.ts'

const maxWords = 6
/** An index finds too many words with a shorter beginning. */
const minWithinLength = 3

/** First those that begin with what is typed, then those that have its words; each the most popular first. */
export async function findSuggestions(db: Db, typed: string): Promise<Suggestion[]> {
  const words = readSearchText(typed).flatMap((group) => group.words)
  if (words.length === 0) return []
  const text = words.join(' ')
  const begins = sql<boolean>`name like ${`${text}%`}`
  const first = await suggest(db, begins, maxSuggestions)
  if (first.length === maxSuggestions || text.length < minWithinLength) return first
  const has = words.map((word, at) =>
    hasWords([[{ text: word, isPrefix: at === words.length - 1 }]]),
  )
  const within = allOf([...has, sql`not ${begins}`])
  const found = [...first, ...(await suggest(db, within, maxSuggestions - first.length))]
  return found.length > 0 ? found : suggestMistyped(db, words)
}

/** A row may be left of what is listed no more: the names are those of listed tracks and of artists who have some. */
async function suggest(db: Db, condition: Condition, max: number): Promise<Suggestion[]> {
  const { rows } = await sql<{
    kind: 'title' | 'artist'
    id: string
    text: string
    original_artist: string
  }>`
    select kind, suggestions.id, shown.text, shown.original_artist
    from suggestions
    cross join lateral (
      (
        select tracks.title as text, original_artist from listed_tracks join tracks using (id)
        where suggestions.kind = 'title' and listed_tracks.title = suggestions.id
        order by popularity desc, listed_tracks.created_at desc, listed_tracks.id desc limit 1
      )
      union all
      select ${nameOf()}, '' from users
      where suggestions.kind = 'artist' and users.id = suggestions.id
        and exists (select from listed_tracks where artist_id = users.id)
    ) shown
    where ${condition}
    order by popularity desc, name, suggestions.id
    limit ${max}
  `.execute(db)
  return rows.map(({ kind, id, text, original_artist: originalArtist }) =>
    kind === 'title' ? { kind, text, originalArtist } : { kind, text, artistId: id },
  )
}

/** With its mistyped words corrected; the last one may be unfinished, too. */
async function suggestMistyped(db: Db, words: string[]): Promise<Suggestion[]> {
  if (words.length > maxWords) return []
  const known = await findKnownWords(db, words)
  const similar = await findSimilarWords(db, words)
  const unfinished = words.at(-1) ?? ''
  const mistyped = await findMistypedBeginnings(db, unfinished)
  const phrasesOf = (word: string, at: number): Phrase[] => {
    const isLast = at === words.length - 1
    const meant = (similar.get(word) ?? []).map((one) => [{ text: one.word }])
    const begun = isLast ? mistyped.map((one) => [{ text: one.word }]) : []
    const asTyped = isLast || known.has(word) ? [[{ text: word, isPrefix: isLast }]] : []
    return [...asTyped, ...meant, ...begun]
  }
  const phrases = words.map(phrasesOf)
  if (phrases.some((some) => some.length === 0)) return []
  return suggest(db, allOf(phrases.map(hasWords)), maxSuggestions)
}
