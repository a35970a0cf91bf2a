// What an artist earned goes back, for tests: as a refund or a lost dispute owes it, in one transaction that books it.

import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/client.ts'
import { book } from '#server/ledger/ledger.ts'
import type { ReversalCause } from '#rules/payments/reversal-process.ts'
import { oweReversal } from '#server/payments/reversals.ts'
import { createArtistWithPayouts, paidCart } from '../shopping.ts'
import { createTrack, createUser, type TestApp, type TestUser } from '../test-app.ts'

/** A track of the artist that another customer has bought: its transfer is queued. */
export async function sell(app: TestApp, artist: TestUser, pricePence = 500): Promise<string> {
  const track = await createTrack(app.db, { artistId: artist.id, pricePence })
  const { paymentId } = await paidCart(app, await createUser(app), [track.id])
  const { id } = await app.db
    .selectFrom('transfers')
    .select('id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return id
}

/** An artist with a sale that was transferred. */
export async function createTransferred(app: TestApp, pricePence = 500) {
  const artist = await createArtistWithPayouts(app)
  const transferId = await sell(app, artist, pricePence)
  await app.work()
  return { artist, transferId }
}

type Back = { transferId: string; pence: number; cause?: { kind: ReversalCause; id: string } }

/** Returns what is newly owed back. The reversal is queued. */
export function giveBack({ db, clock }: TestApp, { transferId, pence, cause }: Back) {
  const because = cause ?? { kind: 'refund' as const, id: randomUUID() }
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const owed = await oweReversal(tx, { transferId, pence, cause: because, now })
    if (owed > 0) await bookOwed(tx, { transferId, pence: owed, cause: because, now })
    return owed
  })
}

type Owed = Required<Back> & { now: Date }

async function bookOwed(tx: Db, { transferId, pence, cause, now }: Owed): Promise<void> {
  const { artist_id: artistId, payment_id: paymentId } = await tx
    .selectFrom('transfers')
    .select(['artist_id', 'payment_id'])
    .where('id', '=', transferId)
    .executeTakeFirstOrThrow()
  const posting = {
    fact: `given_back:${cause.kind}:${cause.id}`,
    paymentId,
    entries: [
      { account: 'artist_receivable' as const, artistId, pence },
      { account: 'losses' as const, pence: -pence },
    ],
  }
  await book(tx, posting, now)
}

/** What has settled leaves the artist's account for the bank: nothing can be taken back from it. */
export async function emptyAccount(app: TestApp, artist: TestUser): Promise<void> {
  const { provider_account_id: account } = await app.db
    .selectFrom('payment_accounts')
    .select('provider_account_id')
    .where('user_id', '=', artist.id)
    .executeTakeFirstOrThrow()
  await app.clock.move({ days: 3 })
  await app.sandbox.control('POST payout', { account })
}

/** An artist who owes the amounts, each of a sale of its own, the oldest first. */
export async function createIndebted(app: TestApp, ...amounts: number[]) {
  const { artist, transferId } = await createTransferred(app)
  const transferIds = [transferId]
  while (transferIds.length < amounts.length) transferIds.push(await sell(app, artist))
  await app.work()
  await emptyAccount(app, artist)
  for (const [at, pence] of amounts.entries()) {
    await giveBack(app, { transferId: transferIds[at] ?? '', pence })
    await app.work()
  }
  return artist
}

export const reversalsOf = (app: TestApp, artist: TestUser) =>
  app.db
    .selectFrom('reversals')
    .select(['id', 'status', 'amount_pence', 'netted_pence'])
    .where('artist_id', '=', artist.id)
    .orderBy('created_at')
    .orderBy('is_unsent')
    .execute()

export const transferOf = (app: TestApp, id: string) =>
  app.db.selectFrom('transfers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
