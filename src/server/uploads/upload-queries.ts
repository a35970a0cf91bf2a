// Queries of an artist's own uploads.

import type { Db } from '#server/db/client.ts'

export const uploadColumns = [
  'id',
  'title',
  'file_name',
  'state',
  'stage',
  'refusal_code',
  'created_at',
] as const

export function findUpload(db: Db, own: { id: string; artistId: string }) {
  return db
    .selectFrom('uploads')
    .select(uploadColumns)
    .where('id', '=', own.id)
    .where('artist_id', '=', own.artistId)
    .executeTakeFirst()
}

/** Uploads in progress and refused uploads, newest first. */
export function findUnlistedUploads(db: Db, artistId: string) {
  return db
    .selectFrom('uploads')
    .select(uploadColumns)
    .where('artist_id', '=', artistId)
    .where('state', '!=', 'listed')
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute()
}

/** The ids of uploads in progress. */
export async function findProcessing(db: Db, artistId: string): Promise<string[]> {
  const uploads = await db
    .selectFrom('uploads')
    .select('id')
    .where('artist_id', '=', artistId)
    .where('state', '=', 'processing')
    .execute()
  return uploads.map(({ id }) => id)
}
