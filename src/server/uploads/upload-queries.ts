// Reads of an artist's own uploads.

import type { Selectable } from 'kysely'
import type { Upload } from '#contracts/uploads.ts'
import { isRefusalCode, refusalMessage } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Tables } from '#server/db/tables.ts'

export const uploadColumns = [
  'id',
  'title',
  'file_name',
  'status',
  'stage',
  'refusal_code',
  'created_at',
] as const

type UploadRow = Pick<Selectable<Tables['uploads']>, (typeof uploadColumns)[number]>

export function presentUpload(row: UploadRow): Upload {
  const code = row.refusal_code
  return {
    id: row.id,
    title: row.title,
    fileName: row.file_name,
    state: row.status,
    stage: row.stage,
    reason: code !== null && isRefusalCode(code) ? refusalMessage(code) : null,
    createdAt: row.created_at.toISOString(),
  }
}

export function findUpload(db: Db, own: { id: string; artistId: string }) {
  return db
    .selectFrom('uploads')
    .select(uploadColumns)
    .where('id', '=', own.id)
    .where('artist_id', '=', own.artistId)
    .executeTakeFirst()
}

/** Those in progress and those refused, newest first. */
export function findUnlistedUploads(db: Db, artistId: string) {
  return db
    .selectFrom('uploads')
    .select(uploadColumns)
    .where('artist_id', '=', artistId)
    .where('status', '!=', 'listed')
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute()
}

/** The ids of those in progress. */
export async function findProcessing(db: Db, artistId: string): Promise<string[]> {
  const uploads = await db
    .selectFrom('uploads')
    .select('id')
    .where('artist_id', '=', artistId)
    .where('status', '=', 'processing')
    .execute()
  return uploads.map(({ id }) => id)
}
