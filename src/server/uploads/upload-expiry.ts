// Removes uploads whose artist has not come back, and those that the artist does not want any more.

import { sql } from 'kysely'
import { Refusal } from '#rules/errors/refusal.ts'
import {
  unansweredUploadDays,
  unbegunUploadHours,
  unsubmittedUploadHours,
} from '#rules/uploads/upload-limits.ts'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { removeUploadFiles, uploadFileColumns } from './upload-files.ts'
import type { OwnUpload } from './upload-queries.ts'
import { refuseUpload, uploadChanged } from './upload-steps.ts'

type Files = { db: Db; storage: Storage }

const expired = sql<boolean>`active_at < now() - make_interval(
  hours => case when status = 'arriving' and bytes_received = 0 then ${unbegunUploadHours}::int else ${unsubmittedUploadHours}::int end
)`

/** A sung guide waits for its recording, which may arrive over some days. */
const isAwaited = sql<boolean>`exists (
  select from uploads as delivery where delivery.guide_id = uploads.id
)`

const unanswered = sql<boolean>`active_at < now() - make_interval(days => ${unansweredUploadDays})`

/** With its details: its file never arrived, or its key was never answered for. */
const abandoned = sql<boolean>`details is not null and (
  status = 'arriving' and ${expired} or status = 'prepared' and ${unanswered}
)`

/**
 * An upload without details leaves nothing: neither row nor file. One whose details are there, but whose file never
 * arrived or whose key was never answered for, is refused, which keeps the details.
 */
export async function expireUploads(deps: Files): Promise<void> {
  const unsubmitted = await deps.db
    .selectFrom('uploads')
    .select('id')
    .where('status', 'in', ['arriving', 'prepared', 'refused'])
    .where('details', 'is', null)
    .where(expired)
    .where((eb) => eb.not(isAwaited))
    .execute()
  for (const { id } of unsubmitted) await removeUnsubmitted(deps, id)
  const unsent = await deps.db
    .selectFrom('uploads')
    .select(uploadFileColumns)
    .where(abandoned)
    .execute()
  // Bytes or an answer that arrive at this moment keep it.
  for (const upload of unsent)
    await refuseUpload(deps, upload, 'upload_interrupted', { where: abandoned })
}

/** The row first: bytes or details that arrive at this moment either keep it, or find it gone. */
async function removeUnsubmitted({ db, storage }: Files, id: string): Promise<void> {
  const removed = await db.transaction().execute(async (tx) => {
    const upload = await tx
      .deleteFrom('uploads')
      .where('id', '=', id)
      .where('status', 'in', ['arriving', 'prepared', 'refused'])
      .where('details', 'is', null)
      .where(expired)
      .where((eb) => eb.not(isAwaited))
      .returning([...uploadFileColumns, 'artist_id'])
      .executeTakeFirst()
    if (upload) await publish(tx, uploadChanged(id, upload.artist_id))
    return upload
  })
  if (removed) await removeUploadFiles(storage, removed)
}

/** In whichever state it is, but listed: the track needs the files then. @throws Refusal not_found, upload_listed */
export async function dismissOwnUpload({ db, storage }: Files, own: OwnUpload): Promise<void> {
  const removed = await db.transaction().execute((tx) => deleteOwnUpload(tx, own))
  await removeUploadFiles(storage, removed)
}

/** The caller removes the files once this is committed. @throws Refusal not_found, upload_listed */
export async function deleteOwnUpload(tx: Db, { id, artistId }: OwnUpload) {
  const removed = await tx
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('artist_id', '=', artistId)
    .where('purpose', '=', 'track')
    .where('status', '!=', 'listed')
    .returning([...uploadFileColumns, 'details', 'title'])
    .executeTakeFirst()
  if (removed) {
    await publish(tx, uploadChanged(id, artistId))
    return removed
  }
  const isListed = await tx
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', id)
    .where('artist_id', '=', artistId)
    .where('purpose', '=', 'track')
    .executeTakeFirst()
  throw new Refusal(isListed ? 'upload_listed' : 'not_found')
}
