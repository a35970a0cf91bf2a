// Sends the full original to entitled users only. No other code reads a key under originals/ for a response.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { audioContainers, isAudioContainer } from '#server/gateways/audio/sniff-audio.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { sendFile } from '#server/http/send-file.ts'
import { findEntitledOriginal } from '#server/tracks/track-queries.ts'
import { countTrackActivity } from '#server/tracks/track-popularity.ts'

type Entitlement = { userId: string; trackId: string }

/** Without an entitlement the response is the same as for a track that does not exist. @throws Refusal not_found */
export async function sendOwnedFile(
  { db, storage }: { db: Db; storage: Storage },
  entitlement: Entitlement,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const original = await findEntitledOriginal(db, entitlement)
  if (!original) throw new Refusal('not_found')
  const file = {
    key: original.original_key,
    contentType: containerOf(original.original_container).contentType,
    cacheControl: 'private, no-store',
    etag: original.original_sha256,
    saveAs: originalFileName(original),
    bytes: Number(original.original_bytes),
  }
  await sendFile(storage, request, reply, file, () => recordDownload(db, entitlement))
}

/** 'Skye Boat Song.wav': the track's title with the extension of the actual format. */
export function originalFileName(track: { title: string; original_container: string }): string {
  return `${track.title}.${containerOf(track.original_container).extension}`
}

function containerOf(name: string) {
  if (!isAudioContainer(name)) throw new Error(`Unknown audio container ${name}.`)
  return audioContainers[name]
}

async function recordDownload(db: Db, { userId, trackId }: Entitlement): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('downloads').values({ user_id: userId, track_id: trackId }).execute()
    await countTrackActivity(tx, trackId, 'downloads')
  })
}
