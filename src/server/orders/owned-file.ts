// Sends full recordings to entitled users only. Only this file, owned-zip.ts and own-data/export-zip.ts, which sends artists
// their own, read a key under originals/ or renditions/ for a response.

import {
  type RenditionFormat,
  audioContainers,
  isAudioContainer,
} from '#rules/music/audio-formats.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Refusal } from '#rules/errors/refusal.ts'
import type { OwnedFormat } from '#rules/orders/rendition-formats.ts'
import { renditionProcess } from '#rules/orders/rendition-process.ts'
import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { sendFile } from '#server/http/send-file.ts'
import { countTrackActivity } from '#server/tracks/track-popularity.ts'
import { findOwnedOriginal, type Owned } from './owned-recordings.ts'

type Deps = { db: Db; storage: Storage }
type Wanted = Owned & { format: OwnedFormat }
type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** To be saved under the track's title, and counted. @throws Refusal not_found, rendition_not_ready */
export async function sendOwnedDownload(
  deps: Deps,
  wanted: Wanted,
  { request, reply }: Exchange,
): Promise<void> {
  const { saveAs, ...file } = await findOwnedFile(deps.db, wanted)
  await sendFile(deps.storage, request, reply, { ...file, saveAs }, () =>
    recordDownload(deps.db, { ...wanted, address: request.ip }),
  )
}

/** To be played, and counted: begun, and sent to the end. @throws Refusal not_found, rendition_not_ready */
export async function sendOwnedStream(
  deps: Deps,
  wanted: Wanted,
  { request, reply }: Exchange,
): Promise<void> {
  const { saveAs: _saveAs, ...file } = await findOwnedFile(deps.db, wanted)
  const count = (column: 'plays' | 'whole_plays') => countPlay(deps.db, wanted, column)
  await sendFile(deps.storage, request, reply, { ...file, onEnd: () => count('whole_plays') }, () =>
    count('plays'),
  )
}

/** Of a bought track: nobody asks for the money of a commission because of what was heard. */
async function countPlay(
  db: Db,
  { userId, trackId }: Owned,
  column: 'plays' | 'whole_plays',
): Promise<void> {
  await db
    .updateTable('entitlements')
    .set((eb) => ({ [column]: eb(column, '+', 1) }))
    .where('user_id', '=', userId)
    .where('track_id', '=', trackId)
    .execute()
}

/** Without an entitlement the response is the same as for a track that does not exist. */
async function findOwnedFile(db: Db, { format, ...owned }: Wanted) {
  const original = await findOwnedOriginal(db, owned)
  if (!original) throw new Refusal('not_found')
  if (format !== 'original') {
    const rendition = await useRendition(db, { trackId: owned.trackId, format })
    return fileOf({
      ...rendition,
      container: format,
      saveAs: ownedFileName(original.title, format),
    })
  }
  return fileOf({
    key: original.original_key,
    container: original.original_container,
    sha256: original.original_sha256,
    bytes: original.original_bytes,
    saveAs: ownedFileName(original.title, original.original_container),
  })
}

/** Once a day at most it is recorded that a rendition is used: an unused one is removed. */
async function useRendition(
  db: Db,
  { trackId, format }: { trackId: string; format: RenditionFormat },
) {
  const rendition = await db
    .selectFrom('renditions')
    .select(['storage_key', 'bytes', 'sha256'])
    .where('recording_id', '=', trackId)
    .where('format', '=', format)
    .where('status', '=', renditionProcess.steps.finish.to)
    .executeTakeFirst()
  if (!rendition || rendition.storage_key === null) throw new Refusal('rendition_not_ready')
  await db
    .updateTable('renditions')
    .set({ used_at: new Date() })
    .where('recording_id', '=', trackId)
    .where('format', '=', format)
    .where('used_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
  return { key: rendition.storage_key, bytes: rendition.bytes, sha256: rendition.sha256 }
}

function fileOf(file: {
  key: string
  container: string
  sha256: string | null
  bytes: string | number | null
  saveAs: string
}) {
  return {
    key: file.key,
    contentType: containerOf(file.container).contentType,
    cacheControl: 'private, no-store',
    etag: file.sha256 ?? '',
    saveAs: file.saveAs,
    bytes: Number(file.bytes),
  }
}

/** 'Skye Boat Song.wav': the track's title with the extension of the actual format. */
export function ownedFileName(title: string, container: string): string {
  return `${title}.${containerOf(container).endings[0]}`
}

function containerOf(name: string) {
  if (!isAudioContainer(name)) throw new Error(`Unknown audio container ${name}.`)
  return audioContainers[name]
}

/** Tracks also count their downloads; what was made for one customer counts nowhere. */
export async function recordDownload(
  db: Db,
  { userId, trackId: id, address }: Owned & { address: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const recording = await tx
      .selectFrom('owned_recordings')
      .select(['track_id', 'commission_id'])
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('downloads')
      .values({ user_id: userId, address, ...recording })
      .execute()
    if (recording.track_id !== null) await countTrackActivity(tx, recording.track_id, 'downloads')
  })
}
