// Makes every suggestion what it has to be again, a few at a time: a statement for all of them would lock them all.

import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/client.ts'

const batchSize = 500
const firstId = '00000000-0000-0000-0000-000000000000'

const kinds = [
  {
    key: sql.ref('song'),
    suggested: sql.table('suggested_songs'),
    suggest: sql.raw('suggest_songs'),
  },
  {
    key: sql.ref('artist_id'),
    suggested: sql.table('suggested_artists'),
    suggest: sql.raw('suggest_artists'),
  },
]
type Kind = (typeof kinds)[number]

export async function repairSuggestions(db: Db, signal?: AbortSignal): Promise<void> {
  for (const kind of kinds) await repairAfter(db, kind, { after: firstId, signal })
}

async function repairAfter(
  db: Db,
  kind: Kind,
  { after, signal }: { after: string; signal: AbortSignal | undefined },
): Promise<void> {
  const last = await repairBatch(db, kind, after)
  if (last === null || signal?.aborted) return
  await repairAfter(db, kind, { after: last, signal })
}

/** The next ones in the order of their ids. Returns the last; null when none is left. */
async function repairBatch(db: Db, kind: Kind, after: string): Promise<string | null> {
  const { key, suggested, suggest } = kind
  const nextOf = (table: RawBuilder<unknown>) => sql`
    (select distinct ${key} as id from ${table} where ${key} > ${after} order by id limit ${batchSize})
  `
  const { rows } = await sql<{ last: string | null }>`
    with next as materialized (
      select id from (${nextOf(sql.table('track_search'))} union ${nextOf(suggested)}) listed_or_suggested
      order by id limit ${batchSize}
    )
    select max(id::text) as last, ${suggest}(coalesce(array_agg(id), '{}')) from next
  `.execute(db)
  return rows[0]?.last ?? null
}
