// Decides whether an upload is accepted: the artist can be paid, has few uploads in progress, and there is disk space.

import { randomUUID } from 'node:crypto'
import { largestUploadBytes, mostUploadsAtOnce } from '#rules/upload-limits.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { findProcessing } from './upload-queries.ts'

/** Not available to uploads: the embedded database is on the same disk and must be able to write. */
const reservedBytes = 1024 ** 3

/** Uploading needs a finished payment set-up (UPL-29). @throws Refusal payment_setup_needed */
export async function refuseUnlessPayoutsEnabled(db: Db, artistId: string): Promise<void> {
  const account = await db
    .selectFrom('payment_accounts')
    .select('payouts_enabled')
    .where('user_id', '=', artistId)
    .executeTakeFirst()
  if (!account?.payouts_enabled) throw new Refusal('payment_setup_needed')
}

/** Counts arriving uploads in this process, and arrived uploads in the database. */
export function openAdmission({ db, storage }: { db: Db; storage: Storage }) {
  const arriving = new Map<string, string>()

  /**
   * `receive` gets the id that its upload must use, so that an upload whose row was just written is not counted twice.
   * @throws Refusal too_many_uploads, storage_full, and the errors of `receive`
   */
  return async function admit<Received>(
    artistId: string,
    receive: (id: string) => Promise<Received>,
  ): Promise<Received> {
    const pending = [...arriving].filter(([, owner]) => owner === artistId).map(([id]) => id)
    const id = randomUUID()
    // Added before the first await: each of several concurrent uploads sees those before it.
    arriving.set(id, artistId)
    try {
      const processing = await findProcessing(db, artistId)
      const ids = new Set([...pending, ...processing])
      if (ids.size >= mostUploadsAtOnce) throw new Refusal('too_many_uploads')
      const needed = reservedBytes + arriving.size * largestUploadBytes
      if ((await storage.freeBytes()) < needed) throw new Refusal('storage_full')
      return await receive(id)
    } finally {
      arriving.delete(id)
    }
  }
}
