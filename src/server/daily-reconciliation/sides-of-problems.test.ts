// What the checks of the database find has amounts on both sides: an explained one is found again once one of them changes.

import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { liveUntil } from '../../../tests/support/commissions/lived-commissions.ts'
import { createCommissionArtist } from '../../../tests/support/commissions/stored-commission.ts'
import { readBalance } from '../../../tests/support/money/provider-balance.ts'
import {
  createTradingDay,
  differencesOf,
  reconcile,
  untilNight,
  withoutTriggers,
} from '../../../tests/support/money/reconciling.ts'
import { createIndebted } from '../../../tests/support/money/reversing.ts'
import { provider } from '../../../tests/support/shopping.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createUser, type TestApp } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

async function openWorld(app: TestApp) {
  await readBalance(app)
  const { artist, paymentId } = await createTradingDay(app)
  const debtor = await createIndebted(app, 200)
  const held = await createHeld(app)
  await readBalance(app)
  const { id: otherId } = await app.db
    .selectFrom('payments')
    .innerJoin('transfers', 'payment_id', 'payments.id')
    .select('payments.id')
    .where('payments.amount_pence', '=', 350)
    .executeTakeFirstOrThrow()
  return { artist, paymentId, debtor, heldId: held.paymentId, otherId }
}

/** A commission whose timeline is whole. */
async function createHeld(app: TestApp) {
  const parties = { customer: await createUser(app), artist: await createCommissionArtist(app) }
  const id = await liveUntil(app, parties, 'in_progress')
  return app.db
    .selectFrom('commissions')
    .select('payment_id as paymentId')
    .where('id', '=', id)
    .$narrowType<{ paymentId: string }>()
    .executeTakeFirstOrThrow()
}

/** The entries of a transaction of the ledger that somebody has added past the app. */
const book = (at: Date, paymentId: string, entries: [account: string, pence: number][]) => sql`
  with booked as (
    insert into ledger_transactions (fact, entry_count, booked_at, payment_id)
    values ('by_hand:' || gen_random_uuid(), ${entries.length}, ${at}::timestamptz, ${paymentId}::uuid)
    returning id
  )
  insert into ledger_entries (transaction_id, account, amount_pence)
  select booked.id, account, pence from booked cross join (values ${sql.join(
    entries.map(([account, pence]) => sql`(${account}, ${pence}::int)`),
  )}) as entry (account, pence)`

test('what the checks of the rows and the ledger find has the amounts of both sides', async () => {
  const app = await emptyApp()
  const { artist, paymentId, debtor, heldId, otherId } = await openWorld(app)
  for (const change of [
    sql`update payments set refunded_pence = refunded_pence + 1 where id = ${paymentId}`,
    sql`update sales set artist_pence = artist_pence + 1, platform_fee_pence = platform_fee_pence - 1 where payment_id = ${paymentId}`,
    sql`update transfers set amount_pence = amount_pence + 100 where payment_id = ${otherId}`,
    sql`update ledger_entries set amount_pence = amount_pence - 1 where account = 'artist_receivable' and artist_id = ${debtor.id}`,
    sql`update refunds set status = 'pending' where amount_pence = 350`,
    book(app.clock.now(), heldId, [
      ['commission_held', 1],
      ['vat', -1],
    ]),
    book(app.clock.now(), paymentId, [
      ['stripe_available', 2],
      ['stripe_pending', 1],
      ['losses', -3],
    ]),
  ])
    await withoutTriggers(app, change)
  const madeThere = await transferThere(app, paymentId)
  await untilNight(app)
  await reconcile(app)
  const found = await differencesOf(app)
  expect(found.map(({ kind, ours, theirs }) => [kind, pence(ours), pence(theirs)])).toEqual([
    ['available_differs', availablePence + 2, availablePence],
    ['balance_unnamed', 3, null],
    ['held_differs', 4420, 4419],
    ['held_sale_differs', 4420, 4419],
    ['ledger_unbalanced', -1, null],
    ['owed_more_than_paid', 400, 350],
    ['owed_sums_differ', 1, 0],
    ['receivable_differs', 200, 199],
    ['refund_in_transit_differs', 350, 0],
    ['sale_differs', 501, 500],
    ['sale_sums_differ', 800, 801],
    ['transfer_differs', 400, 300],
    ['transfer_without_row', null, 7],
    ['vat_differs', null, 1],
  ])
  const subjects = Object.fromEntries(found.map(({ kind, subject }) => [kind, subject]))
  expect(subjects).toMatchObject({
    owed_sums_differ: paymentId,
    receivable_differs: debtor.id,
    sale_differs: paymentId,
    sale_sums_differ: artist.id,
    transfer_without_row: madeThere,
  })
})

const pence = (side: string | null) => (side === null ? null : Number(side))

/** The platform's own, and what its sales have left there. */
const availablePence = 100_082

/** By hand: no row says so. Returns its id. */
async function transferThere(app: TestApp, paymentId: string): Promise<string> {
  const { charge_id: charge } = await app.db
    .selectFrom('payments')
    .select('charge_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const { data } = await provider(app).transfers.list({ limit: 100 })
  const sent = data.find(({ source_transaction: source }) => source === charge)
  const destination = sent?.destination
  if (typeof destination !== 'string') throw new Error('Nothing was sent.')
  const { id } = await provider(app).transfers.create({
    amount: 7,
    currency: 'gbp',
    destination,
    source_transaction: charge ?? '',
  })
  return id
}

test('a sale that an admin has explained is found again once the ledger or its row changes', async () => {
  const app = await emptyApp()
  const { paymentId } = await createTradingDay(app)
  const raise = () =>
    withoutTriggers(
      app,
      sql`update sales set artist_pence = artist_pence + 1, platform_fee_pence = platform_fee_pence - 1 where payment_id = ${paymentId}`,
    )
  const ofSale = async () => {
    await untilNight(app)
    await reconcile(app)
    const found = await differencesOf(app)
    return found
      .filter(({ kind }) => kind === 'sale_differs')
      .map(({ ours, status }) => [pence(ours), status])
  }
  await raise()
  expect(await ofSale()).toEqual([[501, 'open']])
  await app.db
    .updateTable('reconciliation_differences')
    .set({ status: 'explained', reason: 'A penny of goodwill.', ended_at: app.clock.now() })
    .execute()
  expect(await ofSale()).toEqual([[501, 'explained']])
  await raise()
  expect(await ofSale()).toEqual([
    [501, 'explained'],
    [502, 'open'],
  ])
})

test('a difference between sums that grow stays explained until it becomes another one', async () => {
  const app = await emptyApp()
  const { paymentId } = await createTradingDay(app)
  const plant = (amount: number) =>
    withoutTriggers(
      app,
      book(app.clock.now(), paymentId, [
        ['stripe_available', amount],
        ['stripe_pending', -amount],
      ]),
    )
  const ofAvailable = async () => {
    await untilNight(app)
    await reconcile(app)
    const found = await differencesOf(app)
    return found
      .filter(({ kind }) => kind === 'available_differs')
      .map(({ ours, theirs, status }) => [Number(ours) - Number(theirs), status])
  }
  await plant(2)
  expect(await ofAvailable()).toEqual([[2, 'open']])
  await app.db
    .updateTable('reconciliation_differences')
    .set({ status: 'explained', reason: 'Booked by hand.', ended_at: app.clock.now() })
    .execute()
  await app.sandbox.control('POST topup', { pence: 5000 })
  await readBalance(app)
  expect(await ofAvailable()).toEqual([[2, 'explained']])
  await plant(1)
  expect(await ofAvailable()).toEqual([
    [2, 'explained'],
    [3, 'open'],
  ])
})

const changesOfDays: [
  what: string,
  change: RawBuilder<unknown>,
  kind: string,
  more: number | null,
][] = [
  [
    'an entry of the ledger',
    sql`
      update ledger_entries set amount_pence = amount_pence + 1
      where id = (select max(id) from ledger_entries where account = 'platform_commission')`,
    'ledger_changed',
    -1,
  ],
  [
    'the sum of an account',
    sql`update ledger_day_sums set pence = pence + 1 where account = 'platform_commission'`,
    'ledger_changed',
    1,
  ],
  ['the hash of the ledger', sql`update ledger_days set hash = sha256('')`, 'ledger_changed', null],
  [
    'a movement',
    sql`
      update balance_transactions set amount_pence = amount_pence + 1
      where id = (select max(id) from balance_transactions where type = 'charge')`,
    'day_changed',
    -1,
  ],
  [
    'the sums of two types, which are together what they were',
    sql`
      update reconciled_sums set amount_pence = amount_pence + case type when 'charge' then 1 else -1 end
      where type in ('charge', 'transfer')`,
    'day_changed',
    1,
  ],
  [
    'the closing balance',
    sql`update reconciled_days set closing_pence = closing_pence + 1`,
    'day_changed',
    1,
  ],
]

test.each(changesOfDays)(
  'a closed day of which somebody has changed %s has what was stored of it and what its rows are',
  async (_what, change, kind, more) => {
    const app = await emptyApp()
    await createTradingDay(app)
    await untilNight(app)
    await reconcile(app)
    expect(await differencesOf(app)).toEqual([])
    await withoutTriggers(app, change)
    await untilNight(app)
    await reconcile(app)
    const found = await differencesOf(app)
    const ofDays = found.filter((one) => ['ledger_changed', 'day_changed'].includes(one.kind))
    const moreOfOurs = (ours: string | null, theirs: string | null) =>
      ours === null || theirs === null ? null : Number(ours) - Number(theirs)
    expect(ofDays.map((one) => [one.kind, moreOfOurs(one.ours, one.theirs)])).toEqual([
      [kind, more],
    ])
  },
)
