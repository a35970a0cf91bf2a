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
import { wholeShare } from '#rules/orders/refund-request.ts'
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
  const download = { ...wanted, address: request.ip }
  const onPart = () => recordPart(deps.db, download)
  await sendFile(deps.storage, request, reply, { ...file, saveAs, onPart }, () =>
    recordDownload(deps.db, download),
  )
}

/** To be played, and counted: begun, and sent as a whole. @throws Refusal not_found, rendition_not_ready */
export async function sendOwnedStream(
  deps: Deps,
  wanted: Wanted,
  { request, reply }: Exchange,
): Promise<void> {
  const { saveAs: _saveAs, ...file } = await findOwnedFile(deps.db, wanted)
  const onSent = (share: number) => countSent(deps.db, wanted, share)
  await sendFile(deps.storage, request, reply, { ...file, onSent }, () =>
    countPlay(deps.db, wanted),
  )
}

/** Of a bought track: nobody asks for the money of a commission because of what was heard. */
async function countPlay(db: Db, { userId, trackId }: Owned): Promise<void> {
  await db
    .updateTable('entitlements')
    .set((eb) => ({ plays: eb('plays', '+', 1) }))
    .where('user_id', '=', userId)
    .where('track_id', '=', trackId)
    .execute()
}

/** Whichever parts they were: once they are nearly as much as the recording, it counts as sent wholly. */
async function countSent(db: Db, { userId, trackId }: Owned, share: number): Promise<void> {
  const sent = sql<number>`sent_share + ${share}::real`
  const isWhole = sql<boolean>`${sent} >= ${wholeShare}::real`
  await db
    .updateTable('entitlements')
    .set({
      sent_share: sql`case when ${isWhole} then 0 else ${sent} end`,
      whole_plays: sql`whole_plays + case when ${isWhole} then 1 else 0 end`,
    })
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

/** Of a file that is fetched in parts, the first byte may never be asked for: it counts once, as a download. */
async function recordPart(db: Db, download: Owned & { address: string }): Promise<void> {
  const { userId, trackId } = download
  const counted = await db
    .selectFrom('downloads')
    .innerJoin('owned_recordings', (join) =>
      join.on(
        sql<boolean>`coalesce(downloads.track_id, downloads.commission_id) = owned_recordings.id`,
      ),
    )
    .select('downloaded_at')
    .where('downloads.user_id', '=', userId)
    .where('owned_recordings.user_id', '=', userId)
    .where('owned_recordings.id', '=', trackId)
    .whereRef('downloaded_at', '>=', 'granted_at')
    .limit(1)
    .executeTakeFirst()
  if (!counted) await recordDownload(db, download)
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
