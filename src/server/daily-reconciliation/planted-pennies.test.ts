// A penny at each place where it could be, planted by whoever can write to the database or to the provider: the next night
// finds each.

import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import {
  createTradingDay,
  differencesOf,
  openKinds,
  reconcile,
  untilNight,
  withoutTriggers,
} from '../../../tests/support/money/reconciling.ts'
import { provider } from '../../../tests/support/shopping.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

type World = Awaited<ReturnType<typeof openWorld>>

/** Two tracks are sold and paid out, one is bought twice and refunded, and the rest goes to the bank. */
async function openWorld() {
  const app = await emptyApp()
  const { paymentId } = await createTradingDay(app)
  await app.sandbox.control('POST payout', {})
  const { transfers, charges, refunds, payouts } = await objectsOf(app)
  const charge = charges.find(({ amount }) => amount === 570)
  const transfer = transfers.find(({ amount }) => amount === 500)
  return {
    app,
    paymentId,
    charge: idOf(charge),
    transfer: idOf(transfer),
    refund: idOf(refunds[0]),
    payout: idOf(payouts[0]),
  }
}

const idIn = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'string' ? reference : idOf(reference ?? undefined)

const idOf = (object: { id: string } | undefined) => object?.id ?? 'none'

async function objectsOf(app: TestApp) {
  const api = provider(app)
  const [charges, transfers, refunds, payouts] = [
    await api.charges.list({ limit: 100 }),
    await api.transfers.list({ limit: 100 }),
    await api.refunds.list({ limit: 100 }),
    await api.payouts.list({ limit: 100 }),
  ]
  return {
    charges: charges.data,
    transfers: transfers.data,
    refunds: refunds.data,
    payouts: payouts.data,
  }
}

type Plant = (world: World) => Promise<unknown>

const inDatabase =
  (change: (world: World) => RawBuilder<unknown>): Plant =>
  (world) =>
    withoutTriggers(world.app, change(world))

const atProvider =
  (what: 'charge' | 'transfer' | 'refund' | 'payout'): Plant =>
  ({ app, ...ids }) =>
    app.sandbox.control('POST change', { id: ids[what], pence: 1 })

/** The balance transaction of the charge. */
const movementOf = async ({ app, charge }: World) => {
  const found = await provider(app).charges.retrieve(charge)
  return idIn(found.balance_transaction)
}

const ofCharge = ({ charge }: World) =>
  sql`(select ledger_transaction_id from balance_transactions where source_id = ${charge})`

function book(entries: [account: string, pence: number][]): RawBuilder<unknown> {
  return sql`
    with booked as (
      insert into ledger_transactions (fact, entry_count, booked_at)
      select ${`by_hand:${randomUUID()}`}, ${entries.length}, max(booked_at) from ledger_transactions
      returning id
    )
    insert into ledger_entries (transaction_id, account, amount_pence)
    select booked.id, account, pence from booked cross join (values ${sql.join(
      entries.map(([account, pence]) => sql`(${account}, ${pence}::int)`),
    )}) as entry (account, pence)`
}

const onTheDay: [place: string, plant: Plant, kinds: string[]][] = [
  [
    'an amount of the ledger',
    inDatabase(
      (world) =>
        sql`update ledger_entries set amount_pence = amount_pence + 1 where account = 'stripe_pending' and transaction_id = ${ofCharge(world)}`,
    ),
    ['balance_differs', 'ledger_unbalanced'],
  ],
  [
    'two amounts of one transaction',
    inDatabase(
      (world) =>
        sql`update ledger_entries set amount_pence = amount_pence + case account when 'stripe_fees' then -1 else 1 end where account in ('stripe_pending', 'stripe_fees') and transaction_id = ${ofCharge(world)}`,
    ),
    ['balance_differs'],
  ],
  [
    'what is available',
    inDatabase(() =>
      book([
        ['stripe_available', 1],
        ['stripe_pending', -1],
      ]),
    ),
    ['available_differs'],
  ],
  [
    'money at the provider that nothing has moved',
    inDatabase(() =>
      book([
        ['stripe_pending', 1],
        ['losses', -1],
      ]),
    ),
    ['balance_unnamed'],
  ],
  [
    'what is on its way to a card',
    inDatabase(
      (world) => sql`update refunds set status = 'pending' where provider_id = ${world.refund}`,
    ),
    ['refund_in_transit_differs'],
  ],
  [
    'a balance transaction of ours',
    inDatabase(
      (world) =>
        sql`update balance_transactions set amount_pence = amount_pence + 1 where source_id = ${world.charge}`,
    ),
    ['balance_differs', 'balance_transaction_differs', 'closing_differs'],
  ],
  [
    'its fee',
    inDatabase(
      (world) =>
        sql`update balance_transactions set fee_pence = fee_pence + 1 where source_id = ${world.charge}`,
    ),
    ['balance_differs', 'balance_transaction_differs', 'closing_differs'],
  ],
  [
    'a balance transaction that we have not',
    inDatabase((world) => sql`delete from balance_transactions where source_id = ${world.charge}`),
    ['balance_transaction_unbooked', 'balance_unnamed', 'closing_differs', 'payment_unbooked'],
  ],
  [
    'a payment',
    inDatabase(
      (world) =>
        sql`update payments set amount_pence = amount_pence + 1 where id = ${world.paymentId}`,
    ),
    ['charge_differs'],
  ],
  [
    'what a payment counts',
    inDatabase(
      (world) =>
        sql`update payments set transferred_pence = transferred_pence - 1 where id = ${world.paymentId}`,
    ),
    ['owed_sums_differ'],
  ],
  [
    'a transfer',
    inDatabase(
      (world) =>
        sql`update transfers set amount_pence = amount_pence + 1 where provider_id = ${world.transfer}`,
    ),
    ['owed_sums_differ', 'transfer_differs'],
  ],
  [
    'a refund',
    inDatabase(
      (world) =>
        sql`update refunds set amount_pence = amount_pence - 1 where provider_id = ${world.refund}`,
    ),
    ['owed_sums_differ', 'refund_differs'],
  ],
  [
    'a sale',
    inDatabase(
      (world) =>
        sql`update sales set artist_pence = artist_pence + 1, platform_fee_pence = platform_fee_pence - 1 where payment_id = ${world.paymentId}`,
    ),
    ['sale_differs', 'sale_sums_differ'],
  ],
  [
    'the sums of sales',
    inDatabase(() => sql`update sale_sums set artist_pence = artist_pence + 1`),
    ['sale_sums_differ'],
  ],
  ['a charge at the provider', atProvider('charge'), ['charge_differs']],
  ['a transfer at the provider', atProvider('transfer'), ['transfer_differs']],
  ['a refund at the provider', atProvider('refund'), ['refund_differs']],
  ['a payout at the provider', atProvider('payout'), ['payout_differs']],
  [
    'a balance transaction at the provider',
    async (world) =>
      world.app.sandbox.control('POST change', { id: await movementOf(world), pence: 1 }),
    ['balance_transaction_differs'],
  ],
  [
    'a balance transaction that the provider has not',
    async (world) => world.app.sandbox.control('POST remove', { id: await movementOf(world) }),
    ['balance_transaction_missing', 'closing_differs'],
  ],
  [
    'a transfer that the books have not',
    async ({ app, charge }) => {
      const { data } = await provider(app).transfers.list({ limit: 1 })
      const destination = idIn(data[0]?.destination)
      await provider(app).transfers.create({
        amount: 1,
        currency: 'gbp',
        destination,
        source_transaction: charge,
      })
    },
    ['transfer_without_row'],
  ],
  [
    'a charge that no payment names',
    inDatabase(
      (world) => sql`update payments set charge_id = 'ch_0' where id = ${world.paymentId}`,
    ),
    ['charge_without_payment', 'payment_unbooked'],
  ],
]

test.each(onTheDay)(
  'a penny at %s is found by the night that closes its day',
  async (_place, plant, kinds) => {
    const world = await openWorld()
    await plant(world)
    await untilNight(world.app)
    await reconcile(world.app)
    expect((await openKinds(world.app)).toSorted()).toEqual(kinds)
  },
)

const closed: [place: string, change: (world: World) => RawBuilder<unknown>, kinds: string[]][] = [
  [
    'the ledger of a closed day',
    (world) =>
      sql`update ledger_entries set amount_pence = amount_pence * 2 where transaction_id = ${ofCharge(world)}`,
    ['balance_differs', 'ledger_changed', 'sale_differs'],
  ],
  [
    'what an account had on a closed day',
    () => sql`update ledger_day_sums set pence = pence + 1 where account = 'platform_commission'`,
    ['ledger_changed'],
  ],
  [
    'a balance transaction of a closed day',
    (world) =>
      sql`update balance_transactions set fee_pence = fee_pence + 1 where source_id = ${world.charge}`,
    ['available_differs', 'balance_differs', 'balance_transaction_differs', 'day_changed'],
  ],
  [
    'the sums of a closed day',
    () => sql`update reconciled_sums set amount_pence = amount_pence + 1 where type = 'charge'`,
    ['available_differs', 'day_changed'],
  ],
  [
    'the balance of a closed day',
    () => sql`update reconciled_days set closing_pence = closing_pence + 1`,
    ['closing_differs', 'day_changed'],
  ],
  [
    'the hash of a closed day',
    () => sql`update ledger_days set hash = sha256('')`,
    ['ledger_changed'],
  ],
]

test.each(closed)('a penny at %s is found by the next night', async (_place, change, kinds) => {
  const world = await openWorld()
  await untilNight(world.app)
  await reconcile(world.app)
  expect(await differencesOf(world.app)).toEqual([])
  await withoutTriggers(world.app, change(world))
  await untilNight(world.app)
  await reconcile(world.app)
  expect((await openKinds(world.app)).toSorted()).toEqual(kinds)
})
