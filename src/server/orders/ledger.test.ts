import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aPerson, aTrack, openScene, type Scene } from '../../../tests/support/scene.ts'
import { aPayableArtist, checkOut } from '../../../tests/support/shopping.ts'

async function anOrder(scene: Scene): Promise<string> {
  const [artist, mia] = [await aPayableArtist(scene), await aPerson(scene)]
  const track = await aTrack(scene.db, { artistId: artist.id })
  return (await checkOut(scene, mia, [track.id])).orderId
}

function book(scene: Scene, orderId: string, amounts: number[]) {
  return scene.db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('ledger_transactions')
      .values({ fact: `test:${orderId}`, order_id: orderId })
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
  await using scene = await openScene()
  const orderId = await anOrder(scene)
  await expect(book(scene, orderId, [500, -499])).rejects.toThrow(/sums to 1 pence/)
  expect(await scene.db.selectFrom('ledger_entries').select('id').execute()).toEqual([])
  await book(scene, orderId, [500, -499, -1])
})

test('the same fact cannot be booked twice', async () => {
  await using scene = await openScene()
  const orderId = await anOrder(scene)
  await book(scene, orderId, [1, -1])
  await expect(book(scene, orderId, [1, -1])).rejects.toThrow(/fact/)
})

test('what is booked can be neither changed nor deleted', async () => {
  await using scene = await openScene()
  const orderId = await anOrder(scene)
  await book(scene, orderId, [1, -1])
  for (const change of [
    sql`update ledger_entries set amount_pence = 2`,
    sql`delete from ledger_entries`,
    sql`truncate ledger_entries, ledger_transactions`,
    sql`update ledger_transactions set fact = 'x'`,
  ]) {
    await expect(change.execute(scene.db)).rejects.toThrow(/append-only/)
  }
})
