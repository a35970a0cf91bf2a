// An admin holds what is owed to an artist, and releases it. A transfer that is being sent at this moment still arrives.

import { Refusal } from '#rules/errors/refusal.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import { inTransaction, type Committing } from '#server/clock-and-failpoints/failpoints.ts'
import { lockAccount, queueBlockedTransfers } from '#server/payments/transfers.ts'
import { recordAdminAction } from './audit-log.ts'

type Hold = { artistId: string; adminId: string; note: string }

/** Repeated, it changes nothing. @throws Refusal not_found */
export async function holdTransfers(
  deps: Committing,
  { artistId, adminId, note }: Hold,
): Promise<void> {
  await inTransaction(deps, 'hold.commit', async (tx) => {
    await refuseOthers(tx, artistId)
    await lockAccount(tx, artistId)
    const held = await tx
      .insertInto('transfer_holds')
      .values({ artist_id: artistId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (held.numInsertedOrUpdatedRows === 0n) return
    await recordAdminAction(tx, { adminId, action: 'hold_transfers', subjectId: artistId, note })
  })
}

/** In the transaction of a ban. An admin ends it; the end of the ban does not. Nothing is owed to users who are no artists. */
export async function holdTransfersOfBanned(tx: Db, userId: string): Promise<void> {
  await lockAccount(tx, userId)
  await tx
    .insertInto('transfer_holds')
    .columns(['artist_id'])
    .expression((eb) =>
      eb.selectFrom('artists').select('artist_id').where('artist_id', '=', userId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Repeated, it changes nothing. @throws Refusal not_found, own_sale */
export async function releaseTransfers(
  { db, clock }: { db: Db; clock: Clock },
  { artistId, adminId, note }: Hold,
): Promise<void> {
  if (artistId === adminId) throw new Refusal('own_sale')
  await db.transaction().execute(async (tx) => {
    await refuseOthers(tx, artistId)
    await lockAccount(tx, artistId)
    const released = await tx
      .deleteFrom('transfer_holds')
      .where('artist_id', '=', artistId)
      .executeTakeFirst()
    if (released.numDeletedRows === 0n) return
    const action = 'release_transfers'
    await recordAdminAction(tx, { adminId, action, subjectId: artistId, note })
    await queueBlockedTransfers(tx, artistId, clock.now())
  })
}

/** Money is owed to artists only. @throws Refusal not_found */
async function refuseOthers(tx: Db, artistId: string): Promise<void> {
  const artist = await tx
    .selectFrom('artists')
    .select('artist_id')
    .where('artist_id', '=', artistId)
    .executeTakeFirst()
  if (!artist) throw new Refusal('not_found')
}
