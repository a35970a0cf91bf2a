// The steps of an example's process (rules/artists/example-process.ts): the only code that changes the status of one.

import type { Updateable } from 'kysely'
import { exampleProcess } from '#rules/artists/example-process.ts'
import type { RefusalCode } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Tables } from '#server/db/tables.ts'
import { publish } from '#server/events/site-events.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'

type Move = {
  id: string
  step: keyof typeof exampleProcess.steps
  set: Updateable<Tables['artist_examples']>
}

/** One UPDATE checks that the process allows the step, and takes it. Returns whether it did. */
export async function moveExample(db: Db, { id, step, set }: Move): Promise<boolean> {
  const { from, to } = exampleProcess.steps[step]
  return db.transaction().execute(async (tx) => {
    const moved = await tx
      .updateTable('artist_examples')
      .set({ ...set, status: to })
      .where('id', '=', id)
      .where('status', 'in', from)
      .returning('artist_id')
      .executeTakeFirst()
    if (moved) await tellExampleChanged(tx, { id, artistId: moved.artist_id })
    return moved !== undefined
  })
}

/** The artist's open pages, and the public ones. */
export async function tellExampleChanged(
  tx: Db,
  { id, artistId }: { id: string; artistId: string },
): Promise<void> {
  await publish(tx, { name: 'exampleChanged', exampleId: id, artistId })
  await publish(tx, { name: 'profileChanged', artistId })
}

/** A refused example keeps its row, which says why, and no file. */
export async function refuseExample(
  { db, storage }: { db: Db; storage: Storage },
  id: string,
  code: RefusalCode,
): Promise<void> {
  const set = { refusal_code: code, storage_key: null, bytes: null }
  if (await moveExample(db, { id, step: 'refuse', set })) await storage.remove(recordingKey(id))
}

/** What the artist sent, and what is made of it. */
export const recordingKey = (id: string) => `examples/${id}`
export const exampleKey = (id: string) => `examples/${id}.mp3`
