// An object that cannot be read or recorded does not stop the night: the others are compared, and the day waits for it.

import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { PaymentRefused, PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { createConfirmingAdmin } from '../../../tests/support/access/confirming-admin.ts'
import { notificationsOf } from '../../../tests/support/notifications/notifications.ts'
import {
  createTradingDay,
  differencesOf,
  openKinds,
  reconcile,
  untilNight,
} from '../../../tests/support/money/reconciling.ts'
import { createSeller } from '../../../tests/support/payouts/bank-payouts.ts'
import { provider } from '../../../tests/support/shopping.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

const closedDays = async ({ db }: TestApp) =>
  (await db.selectFrom('reconciled_days').select('day').execute()).length

/** The queue tries the job again. */
async function tryAgain(app: TestApp): Promise<void> {
  await app.letTimePass()
  await app.work()
}

const problemOf = async ({ db }: TestApp) => {
  const { rows } = await sql<{ problem: string | null }>`
    select last_error as problem from graphile_worker.jobs where task_identifier = 'reconcile_days'
  `.execute(db)
  return rows[0]?.problem ?? null
}

/** A transfer of which the provider does not say how it has left the balance. */
async function hideMovement(app: TestApp): Promise<string> {
  const { data } = await provider(app).transfers.list({ limit: 1 })
  const id = data[0]?.id ?? ''
  await app.sandbox.control('POST change', { id, silent: 'balance_transaction' })
  return id
}

test('a transfer that cannot be read is a difference, the others are compared, and the day stays open until it is explained', async () => {
  const app = await emptyApp()
  const admin = await createConfirmingAdmin(app)
  const { paymentId } = await createTradingDay(app)
  const transfer = await hideMovement(app)
  const charge = await app.db
    .selectFrom('payments')
    .select('charge_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  await app.sandbox.control('POST change', { id: charge.charge_id, pence: 1 })
  await untilNight(app)
  await reconcile(app)
  const found = await differencesOf(app)
  const unread = { kind: 'not_compared', subject: transfer, ours: null, status: 'open' }
  expect(found).toContainEqual(expect.objectContaining(unread))
  expect(found.map(({ kind, subject }) => [kind, subject])).toEqual([
    ['charge_differs', paymentId],
    ['not_compared', transfer],
  ])
  expect(await closedDays(app)).toBe(0)
  expect(await problemOf(app)).toMatch(`no day is closed. Not compared: ${transfer}`)
  const { notifications } = await notificationsOf(app, admin)
  expect(notifications.map(({ addition }) => addition)).toContainEqual(
    expect.stringContaining('Differences between'),
  )

  // It cannot be read the next time either, and is found once.
  await tryAgain(app)
  expect(await differencesOf(app)).toEqual(found)
  expect(await closedDays(app)).toBe(0)

  const { id } = await app.db
    .selectFrom('reconciliation_differences')
    .select('id')
    .where('kind', '=', 'not_compared')
    .executeTakeFirstOrThrow()
  const ended = await app.call(`POST /api/proxy/admin/differences/${id}/end`, {
    as: admin,
    send: { status: 'explained', note: 'The provider’s support says that it is right.' },
  })
  expect(ended.statusCode).toBe(200)
  await tryAgain(app)
  expect(await closedDays(app)).toBe(1)
  expect(await openKinds(app)).not.toContain('not_compared')
})

test('what can be read the next time is compared then, and mended within the same night', async () => {
  const app = await emptyApp()
  await createTradingDay(app)
  const { listRecords: respond } = app.payments
  const broken = vi.spyOn(app.payments, 'listRecords').mockImplementation(async (range) => {
    const page = await respond(range)
    const [first] = page.records
    if (range.list !== 'charges' || !first) return page
    return {
      ...page,
      charges: page.charges.filter(({ chargeId }) => chargeId !== first.id),
      unread: [{ id: first.id, error: new Error('No amount.') }],
    }
  })
  await untilNight(app)
  await reconcile(app)
  expect(new Set(await openKinds(app))).toEqual(new Set(['not_compared']))
  expect(await closedDays(app)).toBe(0)
  broken.mockRestore()
  await tryAgain(app)
  expect(await openKinds(app)).toEqual([])
  expect(await closedDays(app)).toBe(1)
})

test('what cannot be recorded does not stop what can', async () => {
  const app = await emptyApp()
  const { paymentId } = await createTradingDay(app)
  const { charge_id: charge } = await app.db
    .selectFrom('payments')
    .select('charge_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const other = await createTradingDay(app)
  const { charge_id: otherCharge } = await app.db
    .selectFrom('payments')
    .select('charge_id')
    .where('id', '=', other.paymentId)
    .executeTakeFirstOrThrow()
  for (const id of [charge, otherCharge]) await app.sandbox.control('POST dispute', { charge: id })
  await untilNight(app)
  void app.failpoints.arm('before bankDispute.record', 'throw')
  await reconcile(app)
  expect(await app.db.selectFrom('bank_disputes').select('id').execute()).toHaveLength(1)
  expect(await openKinds(app)).toEqual(['not_compared'])
  expect(await closedDays(app)).toBe(0)
  await tryAgain(app)
  expect(await app.db.selectFrom('bank_disputes').select('id').execute()).toHaveLength(2)
  expect(await openKinds(app)).toEqual([])
  expect(await closedDays(app)).toBe(1)
})

test('an artist’s account that the provider refuses to read is a difference, and keeps no day open; no answer does', async () => {
  const app = await emptyApp()
  const { accountId } = await createSeller(app)
  const list = vi.spyOn(app.payments, 'listPayouts')
  list.mockRejectedValueOnce(new PaymentRefused('account_closed', 'This account is closed.'))
  await untilNight(app)
  await reconcile(app)
  expect(await differencesOf(app)).toMatchObject([
    { kind: 'not_compared', subject: accountId, status: 'open' },
  ])
  expect(await closedDays(app)).toBe(1)
  // Every account of the page.
  for (let more = 0; more < 2; more++) await createSeller(app)
  list.mockRejectedValue(new PaymentUnknown('no answer'))
  await untilNight(app)
  await reconcile(app)
  expect(await closedDays(app)).toBe(1)
  list.mockRestore()
  await tryAgain(app)
  expect(await closedDays(app)).toBe(2)
  expect(await openKinds(app)).toEqual([])
})
