// Whether a recording may come in: its artist can be paid and has not too many under way, and there is room.

import { randomUUID } from 'node:crypto'
import { largestUploadBytes, mostUploadsAtOnce } from '#rules/upload-limits.ts'
import { Refusal } from '#rules/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { findProcessing } from './upload-queries.ts'

/** Never filled with uploads: the embedded database lies on the same disk, and must go on writing. */
const reservedBytes = 1024 ** 3

/** Uploading needs a finished payment set-up (UPL-29). @throws Refusal payment_setup_needed */
export async function refuseUnlessPayable(db: Db, artistId: string): Promise<void> {
  const account = await db
    .selectFrom('payout_accounts')
    .select('ready')
    .where('user_id', '=', artistId)
    .executeTakeFirst()
  if (!account?.ready) throw new Refusal('payment_setup_needed')
}

/** Counts what arrives in this process; what has arrived is counted in the database. */
export function openAdmission({ db, storage }: { db: Db; storage: Storage }) {
  const arriving = new Map<string, string>()

  /**
   * `take` is given the id its upload must have: by it, one that has just become a row is not counted twice.
   * @throws Refusal too_many_uploads, storage_full, and what `take` throws
   */
  return async function admit<Taken>(
    artistId: string,
    take: (id: string) => Promise<Taken>,
  ): Promise<Taken> {
    const pending = [...arriving].filter(([, whose]) => whose === artistId).map(([id]) => id)
    const id = randomUUID()
    // Noted before anything is awaited: of many at the same moment, each sees those before it.
    arriving.set(id, artistId)
    try {
      const processing = await findProcessing(db, artistId)
      const ids = new Set([...pending, ...processing])
      if (ids.size >= mostUploadsAtOnce) throw new Refusal('too_many_uploads')
      const needed = reservedBytes + arriving.size * largestUploadBytes
      if ((await storage.freeBytes()) < needed) throw new Refusal('storage_full')
      return await take(id)
    } finally {
      arriving.delete(id)
    }
  }
}
