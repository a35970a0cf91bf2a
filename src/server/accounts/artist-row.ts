// Each artist account has a row of `artists`: what lists of artists show, sort and search by. What the account decides of it
// is written here, in the transaction that changes the account: whether the artist is listed, the names, and the words by
// which a search finds the artist.

import { sql } from 'kysely'
import { searchWords } from '#rules/search/search-words.ts'
import type { Db } from '#server/db/client.ts'

/**
 * Accounts that are no artists are left out. The caller's transaction has locked the accounts, and the rows of their tracks
 * if it changes these, too.
 */
export async function storeArtists(tx: Db, ids: readonly string[]): Promise<void> {
  const accounts = await tx
    .selectFrom('users')
    .leftJoin('artists', 'artists.artist_id', 'users.id')
    .select(['users.id', 'username', 'display_name as displayName', 'instrument'])
    .where('users.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('role', '=', 'artist')
    .execute()
  const artists = accounts.map((account) => ({ id: account.id, ...wordsOf(account) }))
  const columnOf = (name: keyof Words) => artists.map((artist) => artist[name].join(' '))
  await sql`
    insert into artists (artist_id, joined_at, is_listed, name, name_words, words)
    select users.id, created_at, not banned, name, words_vector(name_words), words_vector(words)
    from unnest(
      ${artists.map(({ id }) => id)}::uuid[], ${columnOf('name')}::text[], ${columnOf('nameWords')}::text[],
      ${columnOf('words')}::text[]
    ) as named (id, name, name_words, words)
    join users using (id)
    order by users.id
    on conflict (artist_id) do update set
      is_listed = excluded.is_listed, name = excluded.name, name_words = excluded.name_words, words = excluded.words
  `.execute(tx)
  await knowWords(
    tx,
    artists.flatMap(({ words }) => words),
  )
}

type Account = { username: string; displayName: string | null; instrument: string | null }
type Words = ReturnType<typeof wordsOf>

function wordsOf({ username, displayName, instrument }: Account) {
  const name = searchWords(displayName ?? username)
  const nameWords = [...name, ...searchWords(username)]
  return { name, nameWords, words: [...nameWords, ...searchWords(instrument ?? '')] }
}

/** How many artists have each is counted every night. In the order of the words, as in every write of several rows. */
async function knowWords(tx: Db, words: readonly string[]): Promise<void> {
  await sql`
    insert into words (kind, word, uses)
    select distinct 'artist', word collate "C", 1 from unnest(${words}::text[]) as word order by 2
    on conflict do nothing
  `.execute(tx)
}
