// Decides whether an upload is accepted: the artist can be paid, has few uploads in progress, and there is disk space.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  maxUploadBytes,
  maxUnfinishedUploads,
  maxUploadsAtOnce,
} from '#rules/uploads/upload-limits.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { uploadProcess } from '#rules/uploads/upload-process.ts'
import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { findUnfinishedUploads } from './upload-queries.ts'

/** Not available to uploads: the embedded database is on the same disk and must be able to write. */
export const reservedBytes = 1024 ** 3

/** Uploading needs a finished payment set-up (UPL-29). @throws Refusal payment_setup_needed */
export async function refuseUnlessPayoutsEnabled(db: Db, artistId: string): Promise<void> {
  const account = await db
    .selectFrom('payment_accounts')
    .select('payouts_enabled')
    .where('user_id', '=', artistId)
    .executeTakeFirst()
  if (!account?.payouts_enabled) throw new Refusal('payment_setup_needed')
}

export type Admission = ReturnType<typeof openAdmission>

/** Forms that are being received are counted in this process; all other uploads have a row. */
export function openAdmission({ db, storage }: { db: Db; storage: Storage }) {
  const arriving = new Map<string, string>()
  const pendingOf = (artistId: string) =>
    [...arriving].filter(([, owner]) => owner === artistId).map(([id]) => id)

  return {
    /**
     * `receive` gets the id that its upload must use, so that an upload whose row was just written is not counted twice.
     * @throws Refusal too_many_uploads, too_many_unfinished_uploads, storage_full, and the errors of `receive`
     */
    async admitForm<Received>(
      artistId: string,
      receive: (id: string) => Promise<Received>,
    ): Promise<Received> {
      const pending = pendingOf(artistId)
      const id = randomUUID()
      // Added before the first await: each of several concurrent uploads sees those before it.
      arriving.set(id, artistId)
      try {
        await refuseTooMany(db, artistId, pending)
        await refuseWithoutSpace({ db, storage }, arriving.size * maxUploadBytes)
        return await receive(id)
      } finally {
        arriving.delete(id)
      }
    },

    /**
     * In the transaction that writes the row of an upload whose bytes follow.
     * @throws Refusal payment_setup_needed, too_many_uploads, too_many_unfinished_uploads, storage_full
     */
    async refuseRow(tx: Db, { artistId, bytes }: { artistId: string; bytes: number }) {
      // Of several at the same time, in all processes, each sees the rows of those before it.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads:${artistId}`}, 0))`.execute(
        tx,
      )
      await refuseUnlessPayoutsEnabled(tx, artistId)
      await refuseTooMany(tx, artistId, pendingOf(artistId))
      await refuseWithoutSpace({ db: tx, storage }, arriving.size * maxUploadBytes + bytes)
    },
  }
}

/** Beside the files that are arriving. @throws Refusal storage_full */
export async function refuseWithoutSpace(
  { db, storage }: { db: Db; storage: Storage },
  bytes: number,
): Promise<void> {
  const needed = reservedBytes + bytes + (await findMissingBytes(db))
  if ((await storage.freeBytes()) < needed) throw new Refusal('storage_full')
}

/** What all uploads still miss that are arriving: their space is promised. */
async function findMissingBytes(db: Db): Promise<number> {
  const { missing } = await db
    .selectFrom('uploads')
    .select(sql<string>`coalesce(sum(bytes - bytes_received), 0)`.as('missing'))
    .where('status', 'in', uploadProcess.steps.arrive.from)
    .executeTakeFirstOrThrow()
  return Number(missing)
}

/**
 * @param pending the ids of uploads that may have no row yet
 * @throws Refusal too_many_uploads, too_many_unfinished_uploads
 */
async function refuseTooMany(db: Db, artistId: string, pending: string[]): Promise<void> {
  const unfinished = await findUnfinishedUploads(db, artistId)
  const active = unfinished.filter(({ status }) => status !== 'prepared')
  const count = (uploads: { id: string }[]) =>
    new Set([...pending, ...uploads.map(({ id }) => id)]).size
  if (count(active) >= maxUploadsAtOnce) throw new Refusal('too_many_uploads')
  if (count(unfinished) >= maxUnfinishedUploads) throw new Refusal('too_many_unfinished_uploads')
}
