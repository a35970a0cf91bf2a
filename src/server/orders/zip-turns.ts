// Each customer downloads one ZIP at a time, in all processes.

import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'

/** The download of a killed process is over after this time. */
const lease = sql<Date>`now() + interval '1 minute'`
const renewEveryMs = 20_000

type Deps = { db: Db; log: FastifyBaseLogger }
type Turn = { userId: string; downloadId: string }

/** Runs `download` unless another one of the customer is in progress. @throws Refusal downloads_in_progress */
export async function takeZipTurn(
  { db, log }: Deps,
  userId: string,
  download: () => Promise<void>,
): Promise<void> {
  const turn = { userId, downloadId: randomUUID() }
  await begin(db, turn)
  const renewal = setInterval(() => {
    renew(db, turn).catch((error: unknown) =>
      log.warn({ err: error }, 'the turn of a ZIP was not renewed'),
    )
  }, renewEveryMs)
  try {
    await download()
  } finally {
    clearInterval(renewal)
    // Everything has been sent; a turn that is not ended here ends by itself.
    await end(db, turn).catch((error: unknown) =>
      log.warn({ err: error }, 'the turn of a ZIP was not ended'),
    )
  }
}

async function begin(db: Db, { userId, downloadId }: Turn): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('zip_downloads')
    .values({ user_id: userId, download_id: downloadId, held_until: lease })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ download_id: downloadId, held_until: lease })
        .where('zip_downloads.held_until', '<', sql<Date>`now()`),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) throw new Refusal('downloads_in_progress')
}

async function renew(db: Db, { userId, downloadId }: Turn): Promise<void> {
  await db
    .updateTable('zip_downloads')
    .set({ held_until: lease })
    .where('user_id', '=', userId)
    .where('download_id', '=', downloadId)
    .execute()
}

async function end(db: Db, { userId, downloadId }: Turn): Promise<void> {
  await db
    .deleteFrom('zip_downloads')
    .where('user_id', '=', userId)
    .where('download_id', '=', downloadId)
    .execute()
}
