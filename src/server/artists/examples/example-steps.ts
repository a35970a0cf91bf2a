// The steps of an example's process (rules/artists/example-process.ts): the only code that changes the status of one.

import type { Updateable } from 'kysely'
import { exampleProcess } from '#rules/artists/example-process.ts'
import type { RefusalCode } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import type { Tables } from '#server/db/tables.ts'
import { publish } from '#server/events/site-events.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'

type Step = {
  id: string
  step: keyof typeof exampleProcess.steps
  changes: Updateable<Tables['artist_examples']>
}

/** Takes the step, and tells the pages that show the example. Returns false if the process does not allow it. */
export async function takeExampleStep(db: Db, { id, step, changes }: Step): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await move(tx, 'artist_examples', exampleProcess, { id, step, changes }))) return false
    const { artist_id: artistId } = await tx
      .selectFrom('artist_examples')
      .select('artist_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await tellExampleChanged(tx, { id, artistId })
    return true
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
  const changes = { refusal_code: code, storage_key: null, bytes: null }
  if (await takeExampleStep(db, { id, step: 'refuse', changes }))
    await storage.remove(recordingKey(id))
}

/** What the artist sent, and what is made of it. */
export const recordingKey = (id: string) => `examples/${id}`
export const exampleKey = (id: string) => `examples/${id}.mp3`
