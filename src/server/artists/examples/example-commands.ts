// Receives recordings of how an artist plays; describes, orders and deletes them.

import { audioContainers } from '#rules/music/audio-formats.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { maxExampleBytes, maxExamples } from '#rules/artists/example-limits.ts'
import { exampleProcess } from '#rules/artists/example-process.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { sniffAudio, sniffedBytes } from '#server/gateways/audio/sniff-audio.ts'
import { readHead } from '#server/gateways/storage/read-head.ts'
import { FileTooLarge, StorageFull, type Storage } from '#server/gateways/storage/storage.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { fileNameOf } from '#server/uploads/upload-commands.ts'
import { lockAccount } from '#server/accounts/account-lock.ts'
import { countProfileChange } from '../profile-commands.ts'
import { exampleJobKey } from './example-preparation.ts'
import { exampleKey, recordingKey, tellExampleChanged } from './example-steps.ts'

type Deps = { db: Db; storage: Storage }
type OwnExample = { id: string; artistId: string }
type Recording = {
  artistId: string
  description: string
  /** Undefined when the form gave the file no name. */
  fileName: string | undefined
  body: AsyncIterable<Uint8Array>
}

/**
 * `arriving` are being received; one of them may have a row by now, so they are not added to the rows. These are counted
 * again, under the artist's lock, before another is written.
 * @throws Refusal too_many_examples
 */
export async function refuseTooManyExamples(
  db: Db,
  { artistId, arriving = 0 }: { artistId: string; arriving?: number },
): Promise<void> {
  const { count } = await db
    .selectFrom('artist_examples')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('artist_id', '=', artistId)
    .executeTakeFirstOrThrow()
  if (Math.max(Number(count), arriving) >= maxExamples) throw new Refusal('too_many_examples')
}

/**
 * Returns the id. A refusal leaves neither file nor row; the sweep of stored files removes what a failure leaves behind.
 * @throws Refusal audio_not_recognised, upload_file_missing, example_too_large, storage_full, too_many_examples
 */
export async function receiveExample(
  { db, storage }: Deps,
  { artistId, description, fileName, body }: Recording,
): Promise<string> {
  const name = fileNameOf(fileName)
  const { head, whole } = await readHead(body, sniffedBytes)
  if (head.length === 0) throw new Refusal('upload_file_missing')
  const container = sniffAudio(head)
  if (container === null) throw new Refusal('audio_not_recognised')
  const id = randomUUID()
  const { contentType } = audioContainers[container]
  const { bytes } = await storage
    .put(recordingKey(id), whole, { maxBytes: maxExampleBytes, contentType })
    .catch((error: unknown) => {
      if (error instanceof FileTooLarge) throw new Refusal('example_too_large')
      if (error instanceof StorageFull) throw new Refusal('storage_full', { cause: error })
      throw error
    })
  try {
    await insertExample(db, { id, artistId, description, name, bytes })
  } catch (error) {
    // After any other error the row may be there: the transaction's end was not seen.
    if (error instanceof Refusal) await storage.remove(recordingKey(id))
    throw error
  }
  return id
}

async function insertExample(
  db: Db,
  example: OwnExample & { description: string; name: string; bytes: number },
): Promise<void> {
  const { id, artistId } = example
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, artistId)
    await lockExamples(tx, artistId)
    await refuseTooManyExamples(tx, { artistId })
    await tx
      .insertInto('artist_examples')
      .values(({ selectFrom }) => ({
        id,
        artist_id: artistId,
        description: example.description,
        file_name: example.name,
        bytes: example.bytes,
        storage_key: recordingKey(id),
        status: exampleProcess.start,
        position: selectFrom('artist_examples')
          .select(sql<number>`coalesce(min(position), 1) - 1`.as('first'))
          .where('artist_id', '=', artistId),
      }))
      .execute()
    // Behind the uploads: an example is short, but does not sell anything.
    const job = { key: exampleJobKey(id), queue: 'audio', priority: 5, maxAttempts: 4 }
    await addJob(tx, 'prepare_example', { exampleId: id }, job)
    await tellExampleChanged(tx, example)
  })
}

/** Of several at the same time, in all processes, each sees the rows of those before it. */
async function lockExamples(tx: Db, artistId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`examples:${artistId}`}, 0))`.execute(
    tx,
  )
}

/** @throws Refusal not_found, too_many_profile_changes */
export async function describeExample(
  db: Db,
  own: OwnExample & { description: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await countProfileChange(tx, own.artistId)
    const { numUpdatedRows } = await tx
      .updateTable('artist_examples')
      .set({ description: own.description })
      .where('id', '=', own.id)
      .where('artist_id', '=', own.artistId)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refusal('not_found')
    await tellExampleChanged(tx, own)
  })
}

/** @throws Refusal examples_changed, unless `ids` are all own examples; too_many_profile_changes */
export async function putExamplesInOrder(
  db: Db,
  { artistId, ids }: { artistId: string; ids: string[] },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await countProfileChange(tx, artistId)
    await lockExamples(tx, artistId)
    const rows = await tx
      .selectFrom('artist_examples')
      .select('id')
      .where('artist_id', '=', artistId)
      .execute()
    const own = new Set(rows.map(({ id }) => id))
    if (
      own.size !== ids.length ||
      new Set(ids).size !== ids.length ||
      !ids.every((id) => own.has(id))
    )
      throw new Refusal('examples_changed')
    const [first] = ids
    if (first === undefined) return
    await sql`
      update artist_examples set position = wanted.position
      from unnest(${ids}::uuid[]) with ordinality as wanted (id, position)
      where artist_examples.id = wanted.id
    `.execute(tx)
    await tellExampleChanged(tx, { id: first, artistId })
  })
}

/**
 * First the row, then the files: a job that prepares it at this moment finds no row, and removes what it made.
 * @throws Refusal not_found, too_many_profile_changes
 */
export async function removeExample({ db, storage }: Deps, own: OwnExample): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await countProfileChange(tx, own.artistId)
    const { numDeletedRows } = await tx
      .deleteFrom('artist_examples')
      .where('id', '=', own.id)
      .where('artist_id', '=', own.artistId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new Refusal('not_found')
    await tellExampleChanged(tx, own)
  })
  await storage.remove(recordingKey(own.id))
  await storage.remove(exampleKey(own.id))
}
