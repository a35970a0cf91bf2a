import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import {
  createArtistWithPayouts,
  ledgerOf,
  pay,
  provider,
} from '../../../tests/support/shopping.ts'
import {
  fillVersion0009,
  insertOrder,
  insertTrack,
  insertUser,
  migrateTo,
  returnToVersion0009,
} from '../../../tests/support/money/version-0009.ts'

async function rowsOf(db: TestApp['db'], query: string): Promise<unknown[]> {
  return (await sql.raw(query).execute(db)).rows
}

/** The same fact before and after: by the tables of then, and by those of now. */
const sameFacts: [before: string, after: string][] = [
  [
    `select id, customer_id, status, total_pence, cart_hash, checkout_session_id, checkout_url, payment_intent_id,
      charge_id, created_at, expires_at, asked_at, paid_at from orders order by id`,
    `select orders.id, orders.customer_id, orders.status, total_pence, cart_hash, checkout_session_id, checkout_url,
      payment_intent_id, charge_id, payments.created_at, expires_at, checked_at as asked_at, paid_at
      from orders join payments on subject_kind = 'order' and subject_id = orders.id
      where amount_pence = total_pence and payments.customer_id = orders.customer_id order by orders.id`,
  ],
  [
    `select id, order_id as payment_id, artist_id, amount_pence, replace(status, 'stuck', 'failed') as status,
      attempt as key_number, tries as attempts, refusals, attempt_started_at as key_used_at,
      transfer_id as provider_id, last_problem, created_at, sent_at, due_at from payouts order by id`,
    `select id, payment_id, artist_id, amount_pence, status, key_number, attempts, refusals, key_used_at, provider_id,
      last_problem, created_at, sent_at, due_at from transfers order by id`,
  ],
  [
    `select id, order_id as payment_id, order_line_id, amount_pence, replace(status, 'stuck', 'failed') as status,
      attempt as key_number, tries as attempts, returns, attempt_started_at as key_used_at, refund_id as provider_id,
      last_problem, created_at, sent_at, due_at, checked_at from refunds order by id`,
    `select id, payment_id, order_line_id, amount_pence, status, key_number, attempts, returns, key_used_at, provider_id,
      last_problem, created_at, sent_at, due_at, checked_at from refunds order by id`,
  ],
  [
    'select id, fact, order_id as payment_id, booked_at from ledger_transactions order by id',
    'select id, fact, payment_id, booked_at from ledger_transactions order by id',
  ],
  [
    'select user_id, provider_account_id, ready as payouts_enabled, todo, created_at from payout_accounts',
    'select user_id, provider_account_id, payouts_enabled, todo, created_at from payment_accounts',
  ],
  [
    'select to_jsonb(order_lines) as line from order_lines order by id',
    // Added later: src/server/orders/receipts.test.ts.
    "select to_jsonb(order_lines) - array['artist_name', 'key_signature'] as line from order_lines order by id",
  ],
  [
    'select id, type, received_at, processed_at from payment_events order by 1',
    'select id, type, received_at, processed_at from payment_events order by 1',
  ],
  ['select * from ledger_entries order by 1', 'select * from ledger_entries order by 1'],
  [
    'select to_jsonb(entitlements) as owned from entitlements order by order_line_id',
    // Counted since then: src/server/refunds/refund-requests.test.ts.
    "select to_jsonb(entitlements) - array['plays', 'whole_plays', 'sent_share'] as owned from entitlements order by order_line_id",
  ],
]

test('a database from before payments is carried over row by row, to the penny', async () => {
  await using app = await createTestApp()
  await fillVersion0009(await returnToVersion0009(app))
  const before = []
  for (const [query] of sameFacts) before.push(await rowsOf(app.db, query))
  expect(before.every((rows) => rows.length > 0)).toBe(true)

  await migrateTo(app)
  for (const [at, [, query]] of sameFacts.entries()) {
    expect([query, await rowsOf(app.db, query)]).toEqual([query, before[at]])
  }
  const statuses = await rowsOf(
    app.db,
    `select orders.status as order_status, payments.status from orders
      join payments on subject_id = orders.id order by 1`,
  )
  expect(statuses).toEqual([
    { order_status: 'disputed', status: 'paid' },
    { order_status: 'expired', status: 'expired' },
    { order_status: 'failed', status: 'failed' },
    { order_status: 'paid', status: 'paid' },
    { order_status: 'part_refunded', status: 'paid' },
    { order_status: 'pending', status: 'open' },
    { order_status: 'refunded', status: 'paid' },
  ])
})

test('what a payment, a transfer and the ledger must not be is refused after an upgrade as well', async () => {
  await using app = await createTestApp()
  await fillVersion0009(await returnToVersion0009(app))
  await migrateTo(app)
  for (const [change, refusal] of [
    [`update payments set subject_kind = 'wish'`, /payments_subject_kind_check/],
    [`update payments set status = 'lost'`, /payments_status_check/],
    [`update payments set subject_id = (select id from orders limit 1)`, /payments_of_order/],
    [`update payments set transferred_pence = amount_pence + 1`, /at_most_what_was_paid/],
    [`update transfers set status = 'stuck' where provider_id is null`, /transfers_status_check/],
    [`update transfers set status = 'sent', provider_id = null`, /transfers_have_been_sent/],
    [`update transfers set artist_id = (select artist_id from tracks)`, /transfers_of_sale/],
    [`update transfers set payment_id = gen_random_uuid()`, /payment_id_fkey/],
    [`update refunds set status = 'stuck'`, /refunds_status_check/],
    [`update refunds set status = 'sent', provider_id = null`, /refunds_have_been_made/],
    [`update refunds set payment_id = gen_random_uuid()`, /payment_id_fkey/],
    [`update ledger_transactions set payment_id = gen_random_uuid()`, /append-only/],
    [
      `insert into ledger_transactions (fact, payment_id, entry_count) values ('x', gen_random_uuid(), 1)`,
      /fkey/,
    ],
  ] as const) {
    await expect(sql.raw(change).execute(app.db)).rejects.toThrow(refusal)
  }
})

/** An order that was paid at the provider under the old version, as that version opened it. */
async function createOldCheckout(app: TestApp, orderId: string) {
  const stripe = provider(app)
  const { id, url } = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: orderId,
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'gbp', unit_amount: 570, product_data: { name: 'A song' } },
        },
      ],
      metadata: { order_id: orderId },
      payment_intent_data: { capture_method: 'automatic', transfer_group: `order_${orderId}` },
      success_url: 'http://undersong.test/checkout/success?cs={CHECKOUT_SESSION_ID}',
    },
    { idempotencyKey: `cs:${orderId}` },
  )
  await pay(url ?? '')
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const charge = intent?.latest_charge
  return {
    session: id,
    url,
    intent: intent?.id ?? null,
    charge: typeof charge === 'string' ? charge : null,
  }
}

/** A paid order whose artist is owed £5, and one that was paid without a word to the site. */
async function createOldMoney(app: TestApp) {
  const { id: artist } = await createArtistWithPayouts(app)
  const { provider_account_id: account } = await app.db
    .selectFrom('payment_accounts')
    .selectAll()
    .executeTakeFirstOrThrow()
  const [paid, open, payout] = [randomUUID(), randomUUID(), randomUUID()]
  const [paidAtProvider, openAtProvider] = [
    await createOldCheckout(app, paid),
    await createOldCheckout(app, open),
  ]
  const db = await returnToVersion0009(app)
  await insertUser(db, 'artist', artist)
  const [mia, ben] = [await insertUser(db), await insertUser(db)]
  const track = await insertTrack(db, artist)
  await db
    .insertInto('payout_accounts')
    .values({ user_id: artist, provider_account_id: account, ready: true })
    .execute()
  await insertOrder(db, artist, track, {
    id: paid,
    customer: mia,
    status: 'paid',
    ...paidAtProvider,
  })
  const { session, url } = openAtProvider
  await insertOrder(db, artist, track, { id: open, customer: ben, status: 'pending', session, url })
  await db
    .insertInto('payouts')
    .values({ id: payout, order_id: paid, artist_id: artist, amount_pence: 500 })
    .execute()
  return { db, artist, account, paid, open, payout, session, charge: paidAtProvider.charge ?? '' }
}

const addOldJob = (app: TestApp, name: string, payload: object) =>
  sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json)`.execute(app.db)

test('a refund that the operator has marked as paid in another way before the upgrade is settled and booked', async () => {
  await using app = await createTestApp()
  await fillVersion0009(await returnToVersion0009(app))
  await migrateTo(app, '0072-counted-tracks.sql')
  const marked = await sql<{ id: string }>`
    update refunds set status = 'failed', settled_at = now() where status in ('waiting', 'failed') returning id
  `.execute(app.db)
  const before = await ledgerOf(app)
  await migrateTo(app)
  const settled = await app.db
    .selectFrom('refunds')
    .select(['id', 'settled_reference'])
    .where('status', '=', 'settled')
    .execute()
  expect(settled.map(({ id }) => id).toSorted()).toEqual(marked.rows.map(({ id }) => id).toSorted())
  expect(settled.map((row) => row.settled_reference)).toEqual(['Not recorded', 'Not recorded'])
  const after = await ledgerOf(app)
  expect(after['paid_outside']).toBe(-300)
  expect((after['customer_payable'] ?? 0) - (before['customer_payable'] ?? 0)).toBe(300)
  const orders = await rowsOf(
    app.db,
    `select orders.status from orders join payments on subject_id = orders.id
    join refunds on payment_id = payments.id where refunds.status = 'settled' order by 1`,
  )
  expect(orders).toEqual([{ status: 'disputed' }, { status: 'part_refunded' }])
})

test('jobs that waited during the upgrade do their work: an artist is paid, an order fulfilled', async () => {
  await using app = await createTestApp()
  const { artist, account, paid, open, payout, session } = await createOldMoney(app)
  await addOldJob(app, 'send_payout', { payoutId: payout })
  await addOldJob(app, 'fulfil_order', { orderId: open, sessionId: session, eventId: 'evt_1' })
  await addOldJob(app, 'check_payout_account', { providerAccountId: account })
  await migrateTo(app)
  await app.work()

  for (const orderId of [paid, open]) {
    const { data } = await provider(app).transfers.list({ transfer_group: `order_${orderId}` })
    expect(data.map(({ amount, destination }) => [amount, destination])).toEqual([[500, account]])
  }
  const orders = await app.db.selectFrom('orders').select('status').execute()
  expect(orders).toEqual([{ status: 'paid' }, { status: 'paid' }])
  // The first order was never booked here, only its transfer.
  expect(await ledgerOf(app)).toMatchObject({ [artist]: 500, platform_commission: -50 })
  const { checked_at: checkedAt } = await app.db
    .selectFrom('payment_accounts')
    .select('checked_at')
    .executeTakeFirstOrThrow()
  expect(checkedAt).not.toBeNull()
})

test.each([
  ['a minute', 60_000],
  ['a day, the key being forgotten', 25 * 3_600_000],
])(
  'a transfer that was made before the upgrade, its answer lost since %s, is found and not made again',
  async (_since, agoMs) => {
    await using app = await createTestApp()
    const { db, account, paid, payout, charge } = await createOldMoney(app)
    // As the old version sent it, to the letter.
    const made = await provider(app).transfers.create(
      {
        amount: 500,
        currency: 'gbp',
        destination: account,
        source_transaction: charge,
        transfer_group: `order_${paid}`,
        metadata: { order_id: paid, payout_id: payout },
      },
      { idempotencyKey: `transfer:${payout}:a1` },
    )
    await db
      .updateTable('payouts')
      .set({ tries: 1, attempt_started_at: new Date(Date.now() - agoMs) })
      .execute()
    await addOldJob(app, 'send_payout', { payoutId: payout })
    await migrateTo(app)
    for (let attempts = 0; attempts < 2; attempts++) {
      await app.work()
      await app.letTimePass()
    }
    const transfer = await app.db
      .selectFrom('transfers')
      .selectAll()
      .where('payment_id', '=', paid)
      .executeTakeFirstOrThrow()
    expect(transfer).toMatchObject({ id: payout, status: 'sent', provider_id: made.id })
    const { data } = await provider(app).transfers.list({ transfer_group: `order_${paid}` })
    expect(data.map(({ id }) => id)).toEqual([made.id])
  },
)
