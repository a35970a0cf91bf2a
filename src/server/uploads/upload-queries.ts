// Reads of an artist's own uploads, without the files of commissions that arrive beside them.

import type { Db } from '#server/db/client.ts'
import { uploadColumns } from './upload-presenter.ts'

export type OwnUpload = { id: string; artistId: string }

export function findUpload(db: Db, own: OwnUpload) {
  return db
    .selectFrom('uploads')
    .select(uploadColumns)
    .where('id', '=', own.id)
    .where('artist_id', '=', own.artistId)
    .where('purpose', '=', 'track')
    .executeTakeFirst()
}

/** Those in progress and those refused, newest first. */
export function findUnlistedUploads(db: Db, artistId: string) {
  return db
    .selectFrom('uploads')
    .select(uploadColumns)
    .where('artist_id', '=', artistId)
    .where('purpose', '=', 'track')
    .where('status', '!=', 'listed')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(50)
    .execute()
}

/** What an artist has in progress: neither listed nor refused. */
export function findUnfinishedUploads(db: Db, artistId: string) {
  return db
    .selectFrom('uploads')
    .select(['id', 'status'])
    .where('artist_id', '=', artistId)
    .where('purpose', '=', 'track')
    .where('status', 'not in', ['listed', 'refused'])
    .execute()
}
