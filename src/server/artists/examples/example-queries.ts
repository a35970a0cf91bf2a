// Reads of examples of how artists play.

import { sql } from 'kysely'
import type { OwnExample } from '#contracts/artists/examples.ts'
import { exampleProcess } from '#rules/artists/example-process.ts'
import { isRefusalCode, Refusal, refusalMessage } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { exampleUrl } from '../artist-presenter.ts'

/** The key of the MP3; null unless it is made and others see its artist. */
export async function findPlayableExample(db: Db, id: string): Promise<string | null> {
  const example = await db
    .selectFrom('artist_examples')
    .innerJoin('artists', 'artists.artist_id', 'artist_examples.artist_id')
    .select('storage_key')
    .where('id', '=', id)
    .where('status', '=', exampleProcess.steps.finish.to)
    .where('is_listed', '=', sql.lit(true))
    .executeTakeFirst()
  return example?.storage_key ?? null
}

export async function readOwnExamples(db: Db, artistId: string): Promise<OwnExample[]> {
  const rows = await ownExamples(db, artistId).execute()
  return rows.map(presentOwnExample)
}

/** @throws Refusal not_found */
export async function readOwnExample(
  db: Db,
  { id, artistId }: { id: string; artistId: string },
): Promise<OwnExample> {
  const row = await ownExamples(db, artistId).where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return presentOwnExample(row)
}

function ownExamples(db: Db, artistId: string) {
  return db
    .selectFrom('artist_examples')
    .select(['id', 'description', 'file_name', 'status', 'duration_ms'])
    .select(['refusal_code', 'created_at'])
    .where('artist_id', '=', artistId)
    .orderBy('position')
}

type Row = Awaited<ReturnType<ReturnType<typeof ownExamples>['execute']>>[number]

function presentOwnExample(row: Row): OwnExample {
  const { refusal_code: code, duration_ms: durationMs } = row
  return {
    id: row.id,
    description: row.description,
    fileName: row.file_name,
    state: row.status,
    reason: code !== null && isRefusalCode(code) ? refusalMessage(code) : null,
    url: row.status === exampleProcess.steps.finish.to ? exampleUrl(row.id) : null,
    durationSeconds: durationMs === null ? null : durationMs / 1000,
    uploadedAt: row.created_at.toISOString(),
  }
}
