import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import {
  createUser,
  createTrack,
  createTestApp,
  type TestApp,
} from '../../../tests/support/test-app.ts'
import {
  createArtistWithPayouts,
  checkOut,
  expireOpenOrders,
  pay,
  provider,
} from '../../../tests/support/shopping.ts'

/** Mia has paid for Rosa's track twice, the second time together with Tom's; Ben has only opened a checkout. */
async function createOrders(app: TestApp) {
  const [rosa, tom, mia, ben] = [
    await createArtistWithPayouts(app),
    await createArtistWithPayouts(app),
    await createUser(app),
    await createUser(app),
  ]
  const twice = await createTrack(app.db, { artistId: rosa.id, pricePence: 500 })
  const once = await createTrack(app.db, { artistId: tom.id, pricePence: 300 })
  const first = await checkOut(app, mia, [twice.id])
  // As after a crash before the session id was stored: the first checkout can still be paid, and the next one is open.
  await expireOpenOrders(app)
  const second = await checkOut(app, mia, [twice.id, once.id])
  for (const { url, sessionId } of [first, second]) {
    await pay(url)
    await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
  }
  await app.work()
  const open = await checkOut(app, ben, [twice.id])
  return { rosa, tom, ben, first, second, open }
}

type Orders = Awaited<ReturnType<typeof createOrders>>

test('a row that differs from the provider is reported', async () => {
  await using app = await createTestApp()
  const orders = await createOrders(app)
  expect(await moneyProblems(app)).toEqual([])
  for (const [corruption, problem] of corruptions(orders)) {
    const tx = await app.db.startTransaction().execute()
    await corruption.execute(tx)
    const problems = await moneyProblems({ ...app, db: tx })
    await tx.rollback().execute()
    expect(problems).toContainEqual(expect.stringMatching(problem))
  }
  expect(await moneyProblems(app)).toEqual([])
})

function corruptions({ rosa, ben, first, second, open }: Orders): [RawBuilder<unknown>, RegExp][] {
  const order = (change: RawBuilder<unknown>, { orderId } = first) =>
    sql`update orders set ${change} where id = ${orderId}`
  const payment = (change: RawBuilder<unknown>, { paymentId } = first) =>
    sql`update payments set ${change} where id = ${paymentId}`
  const transfer = (change: RawBuilder<unknown>) =>
    sql`update transfers set ${change} where artist_id = ${rosa.id}`
  const line = sql`(select id from order_lines where order_id = ${first.orderId})`
  const openLine = sql`(select id from order_lines where order_id = ${open.orderId})`
  const refundOf = (paymentId: string, lineId: RawBuilder<unknown>) =>
    sql`insert into refunds (id, payment_id, order_line_id, amount_pence, cause)
        values (gen_random_uuid(), ${paymentId}, ${lineId}, 570, 'owned')`
  const book = (account: string, artistId: string | null, pence: number) =>
    sql`insert into ledger_entries (transaction_id, account, artist_id, amount_pence)
        select max(id), ${account}, ${artistId}, ${pence} from ledger_transactions`
  return [
    [order(sql`status = 'pending'`), /^payment \S+ is paid, but its order is pending$/],
    [payment(sql`subject_id = gen_random_uuid()`), /^order \S+ has no payment$/],
    [payment(sql`subject_id = gen_random_uuid()`), /^payment \S+ has no subject$/],
    [payment(sql`status = 'open'`), /^payment \S+ is open, but was paid$/],
    [payment(sql`status = 'expired'`), /^payment \S+ is expired, but its order is paid$/],
    [payment(sql`customer_id = ${ben.id}`), /^payment \S+ is another customer's$/],
    [order(sql`status = 'expired'`), /^order \S+ is expired, but granted 1$/],
    [order(sql`status = 'failed'`), /^order \S+ is failed, but owes 1 artists$/],
    [order(sql`status = 'refunded'`), /^order \S+ is refunded, not paid$/],
    [order(sql`status = 'paid'`, second), /^order \S+ is paid, not part_refunded$/],
    [payment(sql`status = 'paid'`, open), /^payment \S+ is paid, but was not paid$/],
    [payment(sql`status = 'expired'`, open), /^payment \S+ is expired: 1 can be paid$/],
    [payment(sql`amount_pence = 571`), /^payment \S+ of 571 was charged 570 gbp$/],
    [order(sql`total_pence = 571`), /^payment \S+ of 570 is for an order of 571$/],
    [payment(sql`payment_intent_id = 'pi_other'`), /^payment \S+ names another one at the/],
    [payment(sql`checkout_session_id = 'cs_gone'`), /^payment \S+: the provider has no such/],
    [payment(sql`charge_id = null`), /^charge \S+ has no payment$/],
    [payment(sql`charge_id = 'ch_other'`), /^transfer \S+ came from another charge$/],
    [payment(sql`charge_id = 'ch_other'`, second), /^refund \S+ came from another charge$/],
    [transfer(sql`amount_pence = 571`), /^owed_more_than_paid: \S+$/],
    [
      sql`update order_lines set artist_pence = 501, customer_pence = 571 where id = ${line}`,
      /^order \S+ of 570 has lines of 571$/,
    ],
    [
      sql`delete from entitlements where order_line_id = ${line}`,
      /^line \S+ was neither granted nor given back$/,
    ],
    [
      sql`with gone as (delete from entitlements where order_line_id = ${line})
        insert into refunds (id, payment_id, order_line_id, amount_pence, cause)
        select gen_random_uuid(), id, ${line}, 570, 'unavailable' from payments
        where subject_id = ${first.orderId}`,
      /^transfer \S+ is owed for nothing granted$/,
    ],
    [
      sql`delete from entitlements where order_line_id = ${line}`,
      /^refund \S+ is of a track that was not the customer's already$/,
    ],
    [
      sql`update entitlements set user_id = ${ben.id} where order_line_id = ${line}`,
      /^line \S+ was granted to another customer/,
    ],
    [
      sql`insert into entitlements (user_id, track_id, order_line_id)
          select ${ben.id}, track_id, id from order_lines where id = ${openLine}`,
      /^order \S+ is pending, but granted 1$/,
    ],
    [
      sql`insert into transfers (id, payment_id, artist_id, amount_pence)
          values (gen_random_uuid(), ${open.paymentId}, ${rosa.id}, 500)`,
      /^order \S+ is pending, but owes 1 artists$/,
    ],
    [transfer(sql`amount_pence = 499`), /^order \S+ owes \S+ 500, not 499$/],
    [transfer(sql`amount_pence = 499`), /^transfer \S+ of 499 was made of 500$/],
    [transfer(sql`provider_id = 'tr_other'`), /^transfer \S+ names another one$/],
    [
      transfer(sql`status = 'waiting', provider_id = null`),
      /^transfer \S+ is waiting, and was made 1 times$/,
    ],
    [
      sql`delete from transfers where artist_id = ${rosa.id}`,
      /^transfer \S+ of the provider has no transfer of ours$/,
    ],
    [sql`update refunds set amount_pence = 569`, /^refund \S+ was made of 570$/],
    [sql`update refunds set amount_pence = 569`, /^refund \S+ is not what line \S+ cost$/],
    [sql`update refunds set provider_id = 're_other'`, /^refund \S+ names another one$/],
    [
      sql`update refunds set status = 'waiting', provider_id = null`,
      /^refund \S+ is waiting, and was made 1 times$/,
    ],
    [
      sql`update refunds set status = 'failed', provider_id = null`,
      /^refund \S+ is failed, and was made 1 times$/,
    ],
    [sql`delete from refunds`, /^refund \S+ of the provider has no refund of ours$/],
    [refundOf(first.paymentId, line), /^line \S+ was granted and given back$/],
    [refundOf(open.paymentId, openLine), /^order \S+ is pending, but gives 1 lines back$/],
    [refundOf(open.paymentId, openLine), /^customer_payable is 0 instead of -570$/],
    [
      sql`update payment_accounts set provider_account_id = 'acct_other' where user_id = ${rosa.id}`,
      /^artist \S+ has another account than the provider says$/,
    ],
    [
      sql`update payment_accounts set provider_account_id = 'acct_other' where user_id = ${rosa.id}`,
      /^transfer \S+ went to another account$/,
    ],
    [book('stripe_pending', null, 1), /^ledger_unbalanced: \d+$/],
    [book('stripe_pending', null, 1), /^the balance at the provider is \d+ instead of \d+$/],
    [book('artist_payable', rosa.id, 1), /^artist_payable of \S+ is 1 instead of 0$/],
    [book('artist_receivable', rosa.id, 1), /^receivable_differs: \S+$/],
    [book('artist_receivable', rosa.id, -1), /^receivable_differs: \S+$/],
  ]
}

test('an object at the provider without a matching row is reported', async () => {
  await using app = await createTestApp()
  const orders = await createOrders(app)
  let before = await moneyProblems(app)
  expect(before).toEqual([])
  for (const [create, problem] of await surplusObjects(app, orders)) {
    await create()
    const problems = await moneyProblems(app)
    const fresh = problems.filter((found) => !before.includes(found))
    expect(fresh).toContainEqual(expect.stringMatching(problem))
    before = problems
  }
})

async function surplusObjects(
  app: TestApp,
  { rosa, first, second, open }: Orders,
): Promise<[() => Promise<unknown>, RegExp][]> {
  const stripe = provider(app)
  const [owed] = await app.db
    .selectFrom('transfers')
    .innerJoin('payments', 'payments.id', 'transfers.payment_id')
    .innerJoin('payment_accounts', 'payment_accounts.user_id', 'transfers.artist_id')
    .select(['transfers.id', 'charge_id', 'provider_account_id'])
    .where('artist_id', '=', rosa.id)
    .execute()
  const [refund] = await app.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.id', 'charge_id'])
    .execute()
  const transfer = (metadata: Record<string, string>) =>
    stripe.transfers.create({
      amount: 10,
      currency: 'gbp',
      destination: owed?.provider_account_id ?? '',
      source_transaction: owed?.charge_id ?? '',
      metadata,
    })
  const createRefund = (metadata: Record<string, string>) =>
    stripe.refunds.create({ charge: refund?.charge_id ?? '', amount: 10, metadata })
  const session = async (paymentId: string) => {
    const { url } = await app.payments.openCheckout({
      paymentId,
      subject: { kind: 'order', id: randomUUID() },
      lines: [{ name: 'Once more', description: null, pence: 570 }],
      customerEmail: 'mia@example.com',
      successUrl: 'http://undersong.test/done',
      cancelUrl: 'http://undersong.test/cart',
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + 3_600_000),
      idempotencyKey: randomUUID(),
    })
    return url
  }
  return [
    [() => transfer({ transfer_id: owed?.id ?? '' }), /^transfer \S+ is sent, and was made 2/],
    [() => transfer({}), /^transfer \S+ of the provider has no transfer of ours$/],
    [
      () => createRefund({ refund_id: refund?.id ?? '' }),
      /^refund \S+ is sent, and was made 2 times$/,
    ],
    [() => createRefund({}), /^refund \S+ of the provider has no refund of ours$/],
    [
      () => stripe.v2.core.accounts.create({ metadata: { user_id: rosa.id } }),
      /^artist \S+ has 2 accounts at the provider$/,
    ],
    [() => session(randomUUID()), /^checkout \S+ has no payment$/],
    [() => session(open.paymentId), /^payment \S+ is open: 2 can be paid$/],
    [() => session(second.paymentId), /^payment \S+ is paid: 1 can be paid$/],
    [async () => pay(await session(first.paymentId)), /^payment \S+ was paid 2 times$/],
    [() => pay(open.url), /^payment \S+ is open, but was paid$/],
  ]
}

test('a reversed transfer is reported', async () => {
  await using app = await createTestApp()
  await createOrders(app)
  const { data } = await provider(app).transfers.list()
  // The provider reverses available funds only, and a charge becomes available after two days.
  await app.sandbox.control('POST clock', { seconds: 3 * 24 * 3600 })
  await provider(app).transfers.createReversal(data[0]?.id ?? '', { amount: 10 })
  expect(await moneyProblems(app)).toContainEqual(
    expect.stringMatching(/^transfer \S+ was taken back by 10 instead of 0$/),
  )
})
