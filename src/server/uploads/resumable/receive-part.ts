// Adds the bytes of one request to an upload.

import { audioContainers } from '#rules/music/audio-formats.ts'
import { sql } from 'kysely'
import { Refusal, type RefusalCode } from '#rules/errors/refusal.ts'
import { uploadProcess } from '#rules/uploads/upload-process.ts'
import { lockAccount } from '#server/accounts/account-lock.ts'
import type { Db } from '#server/db/client.ts'
import { sniffAudio, sniffedBytes } from '#server/gateways/audio/sniff-audio.ts'
import { StorageFull, type Storage } from '#server/gateways/storage/storage.ts'
import { readHead } from '#server/gateways/storage/read-head.ts'
import type { OwnUpload } from '../upload-queries.ts'
import { uploadChanged } from '../upload-steps.ts'
import { publish } from '#server/events/site-events.ts'
import type { Reception } from './reception.ts'

type Deps = { db: Db; storage: Storage; reception: Reception }
type Part = OwnUpload & {
  /** Of the lock (receive-lock.ts). */
  receiver: string
  offset: number
  /** A chunk may not be used any more once the next one is requested. */
  body: AsyncIterable<Uint8Array>
}

/**
 * Returns the number of all stored bytes. A body that breaks off counts as far as it came.
 * @throws Refusal upload_offset, upload_too_large, storage_full, upload_busy when another request has taken over,
 * login_required or banned when the account was deleted or banned meanwhile; those of the reception; and the body's own
 * error
 */
export async function receivePart(deps: Deps, part: Part): Promise<number> {
  const { db, storage } = deps
  const upload = await findArriving(db, part)
  // Prepared or refused since the request began; the offset itself is checked by @tus/server.
  if (!upload) throw new Refusal('upload_offset')
  const bytes = Number(upload.bytes)
  const limited = { ...part, body: atMost(bytes - part.offset, part.body) }
  const begun = await begin(deps, limited, { ...upload, bytes })
  // Too few bytes to identify the format: none is stored.
  if (begun === null) return part.offset
  const { handle, body } = begun
  return storage.unfinished
    .append(upload.storage_key, handle, {
      offset: part.offset,
      body,
      onStored: (received) => countReceived(deps, part, { received, bytes }),
    })
    .catch((error: unknown) => {
      if (error instanceof StorageFull) throw new Refusal('storage_full', { cause: error })
      throw error
    })
}

/** A body of unknown length is not stored beyond the announced size. */
async function* atMost(bytes: number, body: AsyncIterable<Uint8Array>) {
  let left = bytes
  for await (const chunk of body) {
    left -= chunk.length
    if (left < 0) throw new Refusal('upload_too_large')
    yield chunk
  }
}

function findArriving(db: Db, { id, artistId }: OwnUpload) {
  return db
    .selectFrom('uploads')
    .select(['id', 'storage_key', 'unfinished_file', 'bytes'])
    .where('id', '=', id)
    .where('artist_id', '=', artistId)
    .where('status', 'in', uploadProcess.steps.arrive.from)
    .executeTakeFirst()
}

type Arriving = {
  id: string
  storage_key: string
  unfinished_file: string | null
  bytes: number
}

/** The first request identifies the format, and begins the file. */
async function begin(deps: Deps, part: Part, upload: Arriving) {
  if (upload.unfinished_file !== null) return { handle: upload.unfinished_file, body: part.body }
  const { head, whole } = await readHead(part.body, sniffedBytes)
  if (head.length < Math.min(sniffedBytes, upload.bytes)) return null
  const container = sniffAudio(head)
  if (container === null) return deps.reception.refuseFormat({ ...upload, artistId: part.artistId })
  const { contentType } = audioContainers[container]
  const handle = await deps.storage.unfinished.begin(upload.storage_key, { contentType })
  await deps.db
    .transaction()
    .execute((tx) => setByReceiver(tx, part, { container, unfinished_file: handle }))
  return { handle, body: whole }
}

/** The last byte hands the file over, in the same transaction. */
async function countReceived(
  { db, reception }: Deps,
  part: Part,
  { received, bytes }: { received: number; bytes: number },
): Promise<void> {
  const isWhole = received === bytes
  try {
    await db.transaction().execute(async (tx) => {
      if (isWhole) await reception.lockForLastByte?.(tx, part)
      await setByReceiver(tx, part, { bytes_received: received })
      if (isWhole) await reception.takeWhole(tx, part)
      else await publish(tx, uploadChanged(part.id, part.artistId))
    })
    if (isWhole) await reception.tookWhole?.()
  } catch (error) {
    if (isWhole && error instanceof Refusal && !passing.has(error.code))
      await reception.refuseWhole?.(part)
    throw error
  }
}

/** These do not concern the file: another request may go on with it. */
const passing = new Set<RefusalCode>(['upload_busy', 'login_required', 'banned'])

type Received = { bytes_received: number } | { container: string; unfinished_file: string }

/** @throws Refusal upload_busy when another request has taken over, or the upload was removed; login_required, banned */
async function setByReceiver(
  tx: Db,
  { id, artistId, receiver }: Part,
  set: Received,
): Promise<void> {
  await lockAccount(tx, artistId)
  const result = await tx
    .updateTable('uploads')
    .set({ ...set, active_at: sql`now()` })
    .where('id', '=', id)
    .where('receiver', '=', receiver)
    .where('status', 'in', uploadProcess.steps.arrive.from)
    .executeTakeFirst()
  if (result.numUpdatedRows === 0n) throw new Refusal('upload_busy')
}
