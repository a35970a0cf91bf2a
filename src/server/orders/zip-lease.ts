// Each customer downloads one ZIP at a time, in all processes.

import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { takeLease, type LeaseRow } from '#server/db/lease.ts'

type Deps = { db: Db; log: FastifyBaseLogger }

/** Runs `download` unless another one of the customer is in progress. @throws Refusal downloads_in_progress */
export async function withZipLease(
  { db, log }: Deps,
  userId: string,
  download: () => Promise<void>,
): Promise<void> {
  const lease = await takeLease(leaseOf(db, userId), {
    seconds: 60,
    onNotRenewed: (error) => log.warn({ err: error }, 'the lease of a ZIP was not renewed'),
  })
  try {
    await download()
  } finally {
    // Everything has been sent; a lease that is not ended here ends by itself.
    await lease
      .end()
      .catch((error: unknown) => log.warn({ err: error }, 'the lease of a ZIP was not ended'))
  }
}

function leaseOf(db: Db, userId: string): LeaseRow {
  return {
    async take(downloadId, until) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('zip_downloads')
        .values({ user_id: userId, download_id: downloadId, held_until: until })
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet({ download_id: downloadId, held_until: until })
            .where('zip_downloads.held_until', '<', sql<Date>`now()`),
        )
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 0n) throw new Refusal('downloads_in_progress')
    },

    async renew(downloadId, until) {
      await db
        .updateTable('zip_downloads')
        .set({ held_until: until })
        .where('user_id', '=', userId)
        .where('download_id', '=', downloadId)
        .execute()
    },

    async end(downloadId) {
      await db
        .deleteFrom('zip_downloads')
        .where('user_id', '=', userId)
        .where('download_id', '=', downloadId)
        .execute()
    },
  }
}
