// The admin pages of money with rows in them, for journeys that look at each.

import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { refundOnDashboard } from '../../../sandbox/refund-on-dashboard.ts'
import { createApiUser, type ApiUser } from '../api-user.ts'
import { eventually } from '../eventually.ts'
import { sandboxOf } from '../inside.ts'
import { buyTracks } from '../money/buy-track.ts'
import { storeAssignedRefund, storeDebt, storeOwedMoney } from '../money/owed-money.ts'
import { openDatabaseOf } from '../money/stored-differences.ts'
import type { PageState } from './page-state.ts'

type Site = {
  url: string
  dataDir: string
  artist: ApiUser
  longTrackId: string
  boughtTrackId: string
}
type Db = Awaited<ReturnType<typeof openDatabaseOf>>['db']

const longName = 'Wilhelmina Featherstonehaugh'

export async function storeMoneyStates(app: Site, admin: ApiUser): Promise<PageState[]> {
  const { db, close } = await openDatabaseOf(app)
  const owed = await storeOwedMoney(app)
  const states = [
    { page: 'a refund to divide', path: `/admin/refunds/found/${await makeFoundRefund(app, db)}` },
    {
      page: 'a refund that was divided',
      path: `/admin/refunds/found/${await storeAssignedRefund(app)}`,
    },
    { page: 'a debt of an artist', path: `/admin/debts/${await storeDebt(app)}` },
    { page: 'an order', path: `/admin/orders/${owed.paymentId}` },
    { page: 'debts of artists', path: '/admin/debts' },
    { page: 'orders', path: '/admin/orders' },
    { page: 'transfers that were not sent', path: '/admin/transfers' },
    { page: 'refunds', path: '/admin/refunds?receipt=1' },
    { page: 'the money of the platform', path: '/admin/money' },
    { page: 'a payout of the platform', path: '/admin/money/pay-out?amount=1.00' },
    { page: 'a payout that is too much', path: '/admin/money/pay-out?amount=99999' },
    { page: 'what the platform keeps', path: '/admin/money/margins' },
  ]
  await moveUnexplained(app, db)
  await storeMargins(db)
  await storePayouts(db, owed.paymentId)
  await close()
  return states.map((state) => ({ ...state, as: admin }))
}

/** Of two tracks of one payment, and nobody knows which. Returns the provider's id. */
async function makeFoundRefund(app: Site, db: Db): Promise<string> {
  const customer = await createApiUser(app, 'customer', longName)
  await buyTracks(customer, [app.longTrackId, app.boughtTrackId])
  const { charge_id: charge } = await db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'customer_id')
    .select('charge_id')
    .where('username', '=', longName)
    .executeTakeFirstOrThrow()
  await refundOnDashboard(await sandboxOf(app), { charge: charge ?? '', amount: '1.00' })
  return eventually(async () => {
    const found = await db
      .selectFrom('found_problems')
      .select('subject')
      .where('kind', '=', 'refund_without_row')
      .executeTakeFirstOrThrow()
    return found.subject
  })
}

/** At the provider, for a reason that the app does not know. */
async function moveUnexplained(app: Site, db: Db): Promise<void> {
  const { url, secretKey } = await sandboxOf(app)
  const adjusted = await fetch(`${url}/_control/adjustment`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ pence: -300, description: 'A review of the account. '.repeat(4) }),
  })
  if (!adjusted.ok) throw new Error(`Nothing was moved: ${await adjusted.text()}`)
  await addJob(db, 'read_balance_transactions', {})
  await eventually(async () => {
    const rows = await db.selectFrom('unexplained_transactions').select('id').execute()
    expect(rows).toHaveLength(1)
  })
}

async function storeMargins(db: Db): Promise<void> {
  await addJob(db, 'renew_artist_months', {})
  await eventually(async () => {
    const rows = await db.selectFrom('artist_months').select('month').execute()
    expect(rows.length).toBeGreaterThan(0)
  })
}

/** One that was paid, and money of another payment that waits long. */
async function storePayouts(db: Db, paymentId: string): Promise<void> {
  const [madeAt, paidAt] = [new Date(), new Date(Date.now() - 65 * 24 * 3_600_000)]
  await db
    .insertInto('platform_payouts')
    .values({
      amount_pence: 1_000,
      status: 'paid',
      provider_id: `po_${randomUUID()}`,
      created_at: madeAt,
      due_at: madeAt,
      sent_at: madeAt,
      ended_at: madeAt,
    })
    .execute()
  await db.updateTable('payments').set({ paid_at: paidAt }).where('id', '=', paymentId).execute()
}
