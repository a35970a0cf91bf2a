// A penny or another state in each row of what the provider has done beside sales, and what one side does not have: the next
// night finds each, with both sides.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  checkCharge,
  decideDispute,
  openDispute,
  sellTrack,
} from '../../../tests/support/money/bank-disputes.ts'
import { readBalance } from '../../../tests/support/money/provider-balance.ts'
import {
  differencesOf,
  openKinds,
  reconcile,
  untilNight,
  withoutTriggers,
} from '../../../tests/support/money/reconciling.ts'
import {
  createIndebted,
  createTransferred,
  giveBack,
  sell,
} from '../../../tests/support/money/reversing.ts'
import { compareAccounts, createSeller } from '../../../tests/support/payouts/bank-payouts.ts'
import { order } from '../../../tests/support/payouts/platform-payouts.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

async function disputed(app: TestApp, claim: { inquiry?: boolean; outcome?: 'lost' } = {}) {
  const { outcome, ...asked } = claim
  const { charge } = await sellTrack(app)
  const dispute = await openDispute(app, charge, asked)
  if (outcome) await decideDispute(app, dispute, outcome)
  await checkCharge(app, charge)
  const { id } = await app.db
    .selectFrom('bank_disputes')
    .select('id')
    .where('provider_id', '=', dispute)
    .executeTakeFirstOrThrow()
  return { id, dispute }
}

/** Of a seller whose money is at the bank. */
async function paidOut(app: TestApp, pricePence: number): Promise<string> {
  const { artist, accountId: account } = await createSeller(app, pricePence)
  await app.sandbox.control('POST payout', { account })
  await compareAccounts(app)
  const { id } = await app.db
    .selectFrom('bank_payouts')
    .select('id')
    .where('artist_id', '=', artist.id)
    .executeTakeFirstOrThrow()
  return id
}

async function ordered(app: TestApp, pence: number) {
  const id = await order(app, pence)
  await app.work()
  const { provider_id: payout } = await app.db
    .selectFrom('platform_payouts')
    .select('provider_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, payout: payout ?? '' }
}

/** A debt of £5.00, of which a new sale has paid £3.00. */
async function netted(app: TestApp) {
  const artist = await createIndebted(app, 500)
  const transferId = await sell(app, artist, 300)
  await app.work()
  const netting = await app.db
    .selectFrom('nettings')
    .select(['id', 'reversal_id', 'transfer_id'])
    .where('transfer_id', '=', transferId)
    .executeTakeFirstOrThrow()
  return { ...netting, artistId: artist.id }
}

async function reversed(app: TestApp) {
  const { transferId } = await createTransferred(app)
  await app.clock.move({ days: 3 })
  await giveBack(app, { transferId, pence: 200 })
  await app.work()
  return app.db
    .selectFrom('reversals')
    .select(['id', 'provider_id'])
    .where('transfer_id', '=', transferId)
    .where('status', '=', 'sent')
    .executeTakeFirstOrThrow()
}

async function openWorld(app: TestApp) {
  await readBalance(app)
  const world = {
    netting: await netted(app),
    reversal: await reversed(app),
    lost: await disputed(app, { outcome: 'lost' }),
    asked: await disputed(app, { inquiry: true }),
    open: await disputed(app),
    small: await paidOut(app, 510),
    failed: await paidOut(app, 520),
    gone: await paidOut(app, 530),
    ours: await ordered(app, 1000),
    returned: await ordered(app, 1100),
    removed: await ordered(app, 1200),
  }
  await readBalance(app)
  return world
}

type World = Awaited<ReturnType<typeof openWorld>>

/** By whoever can write to the database or to the provider. Until the night. */
async function plant(app: TestApp, world: World): Promise<void> {
  const { netting, reversal, lost, open, asked, ours, returned, removed } = world
  for (const change of [
    sql`update nettings set amount_pence = amount_pence + 1 where id = ${netting.id}`,
    sql`update balance_transactions set source_id = null where source_id = ${reversal.provider_id}`,
    sql`update bank_disputes set lost_pence = lost_pence + 1 where id = ${lost.id}`,
    sql`update bank_disputes set status = 'won', decided_at = opened_at where id = ${open.id}`,
    sql`
      update ledger_entries
      set amount_pence = amount_pence + case account when 'dispute_fees' then 1 else -1 end
      where account in ('dispute_fees', 'disputed') and transaction_id = (
        select ledger_transaction_id from balance_transactions where source_id = ${open.dispute}
      )`,
    sql`update bank_payouts set amount_pence = amount_pence + 1 where id = ${world.small}`,
    sql`update bank_payouts set status = 'failed', ended_at = created_at where id = ${world.failed}`,
    sql`update platform_payouts set amount_pence = amount_pence + 1 where id = ${ours.id}`,
    sql`update platform_payouts set status = 'returned', ended_at = sent_at where id = ${returned.id}`,
  ])
    await withoutTriggers(app, change)
  await untilNight(app)
  // The provider has them on their way until then.
  for (const id of [asked.dispute, world.gone, removed.payout])
    await app.sandbox.control('POST remove', { id })
}

test('what is planted in disputes, payouts, debts and reversals is found by one night, with both sides', async () => {
  const app = await emptyApp()
  const world = await openWorld(app)
  await plant(app, world)
  await reconcile(app)
  const { netting, reversal, lost, asked, open, ours, returned, removed } = world
  const expected: [kind: string, subject: string, ours: number | null, theirs: number | null][] = [
    ['bank_payout_differs', world.small, 511, 510],
    ['bank_payout_not_at_provider', world.gone, 530, null],
    ['bank_payout_state_differs', world.failed, null, null],
    ['debt_differs', netting.reversal_id, 300, 301],
    ['dispute_fee_differs', open.id, 2001, 2000],
    ['dispute_loss_differs', lost.id, 571, 570],
    ['dispute_not_at_provider', asked.id, 570, null],
    ['dispute_state_differs', open.id, null, null],
    ['netting_differs', netting.id, 301, 300],
    ['platform_payout_differs', ours.id, 1001, 1000],
    ['platform_payout_not_at_provider', removed.id, 1200, null],
    ['platform_payout_state_differs', returned.id, null, null],
    ['receivable_differs', netting.artistId, 199, 200],
    ['reversal_sums_differ', netting.transfer_id, 300, 301],
    ['reversal_unbooked', reversal.id, 200, null],
  ]
  const found = await differencesOf(app)
  expect(
    found
      .map(({ kind, subject, ours: mine, theirs }) => [
        kind,
        subject,
        asPence(mine),
        asPence(theirs),
      ])
      .toSorted(([one], [other]) => String(one).localeCompare(String(other))),
  ).toEqual(expected)
})

const asPence = (pence: string | null) => (pence === null ? null : Number(pence))

test('a payout that we have no row of is recorded again by the night, as its event would', async () => {
  const app = await emptyApp()
  const bankPayout = await paidOut(app, 500)
  await readBalance(app)
  const { payout } = await ordered(app, 1000)
  await readBalance(app)
  const rows = async () => ({
    bank: await app.db.selectFrom('bank_payouts').select(['id', 'amount_pence']).execute(),
    own: await app.db
      .selectFrom('platform_payouts')
      .select(['provider_id', 'amount_pence'])
      .execute(),
  })
  const before = await rows()
  expect(before).toEqual({
    bank: [{ id: bankPayout, amount_pence: 500 }],
    own: [{ provider_id: payout, amount_pence: 1000 }],
  })
  for (const table of ['bank_payout_parts', 'bank_payouts', 'platform_payouts'])
    await withoutTriggers(app, sql`delete from ${sql.table(table)}`)
  await untilNight(app)
  await reconcile(app)
  expect(await rows()).toEqual(before)
  expect(await openKinds(app)).toEqual([])
})
