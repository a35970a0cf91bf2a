// Whatever no answer, event or other job has told of is recorded by the night alone: the same rows and postings.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createConfirmingAdmin } from '../../../tests/support/access/confirming-admin.ts'
import {
  checkCharge,
  decideDispute,
  openDispute,
  sellTrack,
} from '../../../tests/support/money/bank-disputes.ts'
import { giveBack } from '../../../tests/support/money/giving-back.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { openKinds, reconcile, untilNight } from '../../../tests/support/money/reconciling.ts'
import { removeJobs } from '../../../tests/support/queued-jobs.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import {
  checkOut,
  createArtistWithPayouts,
  failNextRequest,
  pay,
  provider,
} from '../../../tests/support/shopping.ts'
import { createTrack, createUser, type TestApp } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

/** Its money is available at once, also to be taken back. */
const settledCard = '4000000000000077'

/** Rows of money and what is booked, without ids and times. */
async function booksOf({ db }: TestApp) {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', 'refund', status, amount_pence, artist_pence, cause) as line from refunds
    union all
    select concat_ws(' ', 'reversal', status, amount_pence, cause_kind) from reversals
    union all
    select concat_ws(' ', 'dispute', status, amount_pence, lost_pence, is_whole) from bank_disputes
    union all
    select concat_ws(' ', 'order', status) from orders
    union all
    select concat_ws(' ', 'payment', refunded_pence, transferred_pence, taken_back_pence) from payments
    union all
    select concat_ws(' ', 'entitlement', count(*)) from entitlements
    union all
    select concat_ws(' ', 'sale', status, artist_pence) from sales
    union all
    select concat_ws(' ', 'movement', type, amount_pence, fee_pence) from balance_transactions
    union all
    select concat_ws(' ', split_part(fact, ':', 1), account, amount_pence)
    from ledger_transactions join ledger_entries on transaction_id = ledger_transactions.id
    order by 1
  `.execute(db)
  return rows.map(({ line }) => line)
}

type Sold = Awaited<ReturnType<typeof sellTrack>>
type Happening = (app: TestApp, sold: Sold) => Promise<void>

/** What the app does about it is told, or everything that could tell of it is lost. */
type Case = { happens: Happening; isTold: Happening; isLost: Happening }

const refundByAdmin: Happening = async (app, { saleId }) => {
  const admin = await createConfirmingAdmin(app)
  const response = await giveBack(app, admin, saleId, { amount: '5.70', leftPence: 570 })
  expect(response.statusCode).toBe(200)
}

const cases: Record<string, Case> = {
  'a refund whose answer was lost': {
    happens: async () => {},
    isTold: async (app, sold) => {
      await refundByAdmin(app, sold)
      await app.work()
    },
    isLost: async (app, sold) => {
      // The package of the provider tries a call twice.
      for (let times = 0; times < 2; times++) await failNextRequest(app, '500', '/v1/refunds')
      await refundByAdmin(app, sold)
      await app.work()
      const refund = app.db.selectFrom('refunds').select(['status', 'provider_id'])
      expect(await refund.execute()).toEqual([{ status: 'waiting', provider_id: null }])
    },
  },
  'a dispute that was lost': {
    happens: async (app, { charge }) => {
      await decideDispute(app, await openDispute(app, charge), 'lost')
    },
    isTold: (app, { charge }) => checkCharge(app, charge),
    isLost: async () => {},
  },
  'a dispute that was won': {
    happens: async (app, { charge }) => {
      await decideDispute(app, await openDispute(app, charge), 'won')
    },
    isTold: (app, { charge }) => checkCharge(app, charge),
    isLost: async () => {},
  },
}

async function openNight(tell: Happening, { happens }: Case): Promise<string[]> {
  const app = await emptyApp()
  const sold = await sellTrack(app, { card: settledCard })
  await happens(app, sold)
  await tell(app, sold)
  // No attempt, event or hourly run is left.
  await removeJobs(app.db)
  await untilNight(app)
  await reconcile(app)
  expect(await openKinds(app)).toEqual([])
  expect(await moneyProblems(app)).toEqual([])
  return booksOf(app)
}

test.each(Object.entries(cases))('%s is recorded by the night alone', async (_what, one) => {
  const told = await openNight(one.isTold, one)
  expect(told.length).toBeGreaterThan(5)
  expect(await openNight(one.isLost, one)).toEqual(told)
})

test('the first night of all reads what has moved since the first checkout, whenever that was recorded', async () => {
  const app = await emptyApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id, pricePence: 500 })
  // The balance was filled up before that checkout.
  await app.clock.move({ hours: 1 })
  const open = await checkOut(app, mia, [track.id])
  await pay(open.url, settledCard)
  const [charge] = (await provider(app).charges.list({ limit: 1 })).data
  await provider(app).refunds.create({ charge: charge?.id ?? '', amount: 200 })
  await app.clock.move({ days: 4 })
  await app.call(`GET /api/checkout/${open.sessionId}`, { as: mia })
  await untilNight(app)
  await reconcile(app)
  const { rows } = await sql<{ pence: number }>`
    select amount_pence as pence from balance_transactions where type <> 'topup' order by amount_pence
  `.execute(app.db)
  expect(rows.map(({ pence }) => pence)).toEqual([-500, -200, 175, 570])
  expect(await openKinds(app)).toEqual([])
})
