// The texts of suggestions, as the catalogue shows them.

import { sql } from 'kysely'
import type { Suggestion } from '#contracts/catalogue.ts'
import type { Db } from '#server/db/client.ts'
import type { FoundSuggestion } from './find-suggestions.ts'

/** Leaves out what is no longer listed. */
export async function nameSuggestions(db: Db, found: FoundSuggestion[]): Promise<Suggestion[]> {
  if (found.length === 0) return []
  const idsOf = (kind: FoundSuggestion['kind']) =>
    found.filter((one) => one.kind === kind).map(({ id }) => id)
  const { rows } = await sql<{ id: string; text: string; originalArtist: string | null }>`
    select id, title as text, original_artist as "originalArtist"
    from tracks join track_search on track_id = id
    where id = any(${idsOf('title')}::uuid[])
    union all
    select id, coalesce(display_name, username), null
    from users where id = any(${idsOf('artist')}::uuid[]) and not banned
  `.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap(({ id }): Suggestion[] => {
    const named = byId.get(id)
    if (!named) return []
    const { text, originalArtist } = named
    return originalArtist === null
      ? [{ kind: 'artist', text, artistId: id }]
      : [{ kind: 'title', text, originalArtist }]
  })
}
