import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  createUser,
  createTrack,
  createTestApp,
  type TestApp,
} from '../../../tests/support/test-app.ts'
import { createArtistWithPayouts, checkOut } from '../../../tests/support/shopping.ts'

async function createPayment(app: TestApp): Promise<string> {
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id })
  return (await checkOut(app, mia, [track.id])).paymentId
}

function book(app: TestApp, paymentId: string, amounts: number[]) {
  return app.db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('ledger_transactions')
      .values({ fact: `test:${paymentId}`, payment_id: paymentId })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const pence of amounts) {
      await tx
        .insertInto('ledger_entries')
        .values({
          transaction_id: id,
          account: 'stripe_pending',
          artist_id: null,
          amount_pence: pence,
        })
        .execute()
    }
  })
}

test('a transaction that does not sum to zero cannot be booked', async () => {
  await using app = await createTestApp()
  const paymentId = await createPayment(app)
  await expect(book(app, paymentId, [500, -499])).rejects.toThrow(/sums to 1 pence/)
  expect(await app.db.selectFrom('ledger_entries').select('id').execute()).toEqual([])
  await book(app, paymentId, [500, -499, -1])
})

test('the same fact cannot be booked twice', async () => {
  await using app = await createTestApp()
  const paymentId = await createPayment(app)
  await book(app, paymentId, [1, -1])
  await expect(book(app, paymentId, [1, -1])).rejects.toThrow(/fact/)
})

test('ledger rows can be neither changed nor deleted', async () => {
  await using app = await createTestApp()
  const paymentId = await createPayment(app)
  await book(app, paymentId, [1, -1])
  for (const change of [
    sql`update ledger_entries set amount_pence = 2`,
    sql`delete from ledger_entries`,
    sql`truncate ledger_entries, ledger_transactions`,
    sql`update ledger_transactions set fact = 'x'`,
  ]) {
    await expect(change.execute(app.db)).rejects.toThrow(/append-only/)
  }
})
