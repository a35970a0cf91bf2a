// What an admin reads of a decision about a commission is what the ledger has after it.

import { expect, test } from 'vitest'
import type { DecisionPreview } from '#contracts/admin/commissions.ts'
import { withQuery } from '#rules/page-paths.ts'
import type { VatSettings } from '#rules/vat/vat-terms.ts'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import { frozenSince, judgingFixture } from '../../../../tests/support/commissions/judging.ts'
import {
  storeCommission,
  storeDispute,
} from '../../../../tests/support/commissions/stored-commission.ts'
import {
  checkCharge,
  decideDispute as decideBankDispute,
  openDispute as openBankDispute,
} from '../../../../tests/support/money/bank-disputes.ts'
import { compareWithProvider } from '../../../../tests/support/money/compare-with-provider.ts'
import { emptiedTestApp, openEmptiedApps } from '../../../../tests/support/shared-app.ts'
import type { TestApp, TestUser } from '../../../../tests/support/test-app.ts'

const vat: VatSettings = {
  mode: 'sale',
  rates: [{ from: null, value: 2_000 }],
  numbers: [{ from: null, value: 'GB123456789' }],
}
const emptyApp = emptiedTestApp({ vat })

type Pence = Record<string, number>

async function createFixture(app: TestApp) {
  const fixture = await judgingFixture(app)
  const { admin, payForDelivery } = fixture
  return {
    ...fixture,
    preview: (id: string, search: Record<string, string>, as: TestUser = admin) =>
      app.call(`GET ${withQuery(`/api/proxy/admin/commissions/${id}/decision`, search)}`, { as }),
    async payForDisputed() {
      const paid = await payForDelivery()
      return { ...paid, disputeId: await storeDispute(app, paid.id) }
    },
    /** Paid, delivered, and given back by the customer's bank, wholly or in part. */
    async payForLost(claim: { amountPence?: number } = {}) {
      const paid = await payForDelivery()
      const { charge_id: charge } = await app.db
        .selectFrom('payments')
        .select('charge_id')
        .where('id', '=', paid.paymentId)
        .executeTakeFirstOrThrow()
      const dispute = await openBankDispute(app, charge ?? '', claim)
      await checkCharge(app, charge ?? '')
      await decideBankDispute(app, dispute, 'lost')
      await checkCharge(app, charge ?? '')
      return paid
    },
  }
}

/** What the ledger has booked by the act, without what the card provider has moved since. */
async function bookedBy(app: TestApp, act: () => Promise<unknown>): Promise<Pence> {
  const facts = async () =>
    (await app.db.selectFrom('ledger_transactions').select('id').execute()).map(({ id }) => id)
  const before = await facts()
  await act()
  const entries = await app.db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_transactions', 'ledger_transactions.id', 'transaction_id')
    .select(['account', 'amount_pence'])
    .where('transaction_id', 'not in', before)
    .where('fact', 'not like', 'balance:%')
    .execute()
  const sums: Pence = {}
  for (const { account, amount_pence: pence } of entries)
    sums[account] = (sums[account] ?? 0) + pence
  return Object.fromEntries(Object.entries(sums).filter(([, pence]) => pence !== 0))
}

const postingsOf = ({ decision }: DecisionPreview): Pence =>
  Object.fromEntries((decision?.postings ?? []).map(({ account, pence }) => [account, pence]))

const release = {
  commission_held: 4420,
  artist_payable: -4000,
  platform_commission: -400,
  processing_fee: -20,
  vat: -737,
  vat_of_sales: 737,
}
const partial = {
  commission_held: 4420,
  artist_payable: -1500,
  customer_payable: -2750,
  platform_commission: -150,
  processing_fee: -20,
  vat: -278,
  vat_of_sales: 278,
}
const refund = { commission_held: 4420, customer_payable: -4420 }

test.each([
  [{ outcome: 'release' }, release, [4000, 0]],
  [{ outcome: 'partial', artistPart: '15.00' }, partial, [1500, 2750]],
  [{ outcome: 'refund' }, refund, [0, 4420]],
  [{ outcome: 'extra_revision' }, {}, [0, 0]],
])('what is read of the decision %j is what it books', async (choice, postings, amounts) => {
  const app = await emptyApp()
  const { preview, payForDisputed, decideDispute } = await createFixture(app)
  const { id, disputeId } = await payForDisputed()
  const read = (await preview(id, choice)).json<DecisionPreview>()
  expect(postingsOf(read)).toEqual(postings)
  expect(read).toMatchObject({
    commission: { id },
    decision: { artistPence: amounts[0], refundPence: amounts[1], hasLosses: false },
  })
  const booked = await bookedBy(app, () => decideDispute(disputeId, choice))
  expect(booked).toEqual(postingsOf(read))
})

const given = { disputed: -4420 }
const lostRest = { customer_payable: undefined, disputed: -4420, losses: 1670 }

test.each([
  [{ outcome: 'release' }, { ...release, ...given, losses: 4420 }],
  [
    { outcome: 'partial', artistPart: '15.00' },
    { ...partial, ...lostRest },
  ],
  [{ outcome: 'refund' }, { commission_held: 4420, ...given }],
])(
  'once a bank has given the payment back, what is read of the decision %j is what it and the hour after it book',
  async (choice, postings) => {
    const app = await emptyApp()
    const { preview, payForLost, decide } = await createFixture(app)
    const { id } = await payForLost()
    const read = (await preview(id, choice)).json<DecisionPreview>()
    expect(postingsOf(read)).toEqual(postings)
    expect(read).toMatchObject({
      commission: { isLostAtBank: true },
      decision: { hasLosses: true },
    })
    const booked = await bookedBy(app, async () => {
      await decide(id, choice)
      await app.work()
      await compareWithProvider(app)
    })
    expect(booked).toEqual(postingsOf(read))
  },
)

test('of a payment of which a bank has given back a part, that part is lost by every decision that does not give exactly it back', async () => {
  const app = await emptyApp()
  const { preview, payForLost, decide } = await createFixture(app)
  const { id } = await payForLost({ amountPence: 1000 })
  const choice = { outcome: 'partial', artistPart: '15.00' }
  const read = (await preview(id, choice)).json<DecisionPreview>()
  expect(postingsOf(read)).toEqual({ ...partial, disputed: -1000, losses: 1000 })
  const exact = (await preview(id, { outcome: 'partial', artistPart: '30.91' })).json()
  const { customer_payable: owed, disputed, losses } = postingsOf(exact)
  expect({ owed, disputed, losses }).toEqual({ disputed: -1000 })
  const booked = await bookedBy(app, async () => {
    await decide(id, choice)
    await compareWithProvider(app)
  })
  expect(booked).toMatchObject({ disputed: -1000, losses: 1000 })
})

test('where artists bear lost disputes, what they will owe is read before the decision', async () => {
  await using apps = openEmptiedApps({ disputesChargedTo: 'artist' })
  const app = await apps.next()
  const { preview, payForLost, decide } = await createFixture(app)
  const { id } = await payForLost()
  const read = (await preview(id, { outcome: 'release' })).json<DecisionPreview>()
  expect(postingsOf(read)).toMatchObject({ artist_receivable: 4000, losses: 420 })
  const booked = await bookedBy(app, async () => {
    await decide(id, { outcome: 'release' })
    await app.work()
    await compareWithProvider(app)
  })
  expect(booked).toEqual(postingsOf(read))
})

test('nothing is read of what cannot be decided, nor by an admin of the own case; reading books nothing', async () => {
  const app = await emptyApp()
  const fixture = await createFixture(app)
  const { mia, tom, preview, payForDelivery, payForDisputed, storeDelivered, decideDispute } =
    fixture
  const { id, disputeId } = await payForDisputed()
  const read = await bookedBy(app, async () => {
    for (const part of ['0', '40', '40.01'])
      expect(codeOf(await preview(id, { outcome: 'partial', artistPart: part }))).toBe(
        'part_out_of_range',
      )
    expect((await preview(id, { outcome: 'partial', artistPart: 'half' })).json()).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: ['artistPart'] }],
    })
    for (const search of [{}, { outcome: 'partial' }] as Record<string, string>[])
      expect((await preview(id, search)).json()).toMatchObject({ decision: null })
    for (const as of [mia, tom])
      expect(codeOf(await preview(id, { outcome: 'refund' }, as))).toBe('not_allowed')
  })
  expect(read).toEqual({})
  const plain = await payForDelivery()
  expect(codeOf(await preview(plain.id, { outcome: 'refund' }))).toBe('nothing_to_decide')
  await decideDispute(disputeId, { outcome: 'refund' })
  expect(codeOf(await preview(id, { outcome: 'refund' }))).toBe('commission_moved')
  const working = await fixture.store('in_progress', frozenSince(app.clock.now()))
  expect(codeOf(await preview(working.id, { outcome: 'release' }))).toBe('nothing_delivered')
  const judge = await createAdmin(app)
  const own = await storeCommission(app, { customer: judge, artist: tom, status: 'delivered' })
  expect(codeOf(await preview(own.id, {}, judge))).toBe('own_case')
  expect(codeOf(await preview((await storeDelivered()).id, {}))).toBe('done')
})
