import { expect, test } from 'vitest'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import {
  createTradingDay,
  reconcile,
  untilNight,
} from '../../../tests/support/money/reconciling.ts'
import { createDifference } from '../../../tests/support/money/stored-differences.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import type { TestApp, TestUser } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

const read = async (app: TestApp, as: TestUser, path: string) =>
  (await app.call(`GET /api/proxy/admin/${path}`, { as })).json()

const end = (app: TestApp, as: TestUser, id: string, send: object) =>
  app.call(`POST /api/proxy/admin/differences/${id}/end`, { as, send })

test('admins see the closed days, and of each the sums by type, the hash, what was late and what differs', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const { paymentId } = await createTradingDay(app)
  const charge = await app.db
    .selectFrom('payments')
    .select('charge_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  await app.sandbox.control('POST change', { id: charge.charge_id, pence: 1 })
  const day = await untilNight(app)
  await reconcile(app)
  const closing = 100_000 + 1270 - 79 - 800 - 350
  expect(await read(app, admin, 'reconciliation')).toMatchObject({
    total: 1,
    days: [{ day, openingPence: 0, closingPence: closing, transactions: 7, openDifferences: 1 }],
  })
  const difference = {
    kind: 'charge_differs',
    subject: paymentId,
    paymentId,
    day,
    oursPence: 570,
    theirsPence: 571,
    status: 'open',
    task: { owner: null, ageDays: 0 },
  }
  expect(await read(app, admin, `reconciliation/${day}`)).toMatchObject({
    day,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    sums: [
      { type: 'charge', transactions: 3, amountPence: 1270, feePence: 79 },
      { type: 'refund', transactions: 1, amountPence: -350, feePence: 0 },
      { type: 'topup', transactions: 1, amountPence: 100_000, feePence: 0 },
      { type: 'transfer', transactions: 2, amountPence: -800, feePence: 0 },
    ],
    late: [],
    lateTotal: 0,
    differences: [difference],
    differencesTotal: 1,
  })
  await app.clock.move({ days: 2, hours: 1 })
  const { differences } = await read(app, admin, 'differences')
  expect(differences).toMatchObject([{ ...difference, task: { owner: null, ageDays: 2 } }])
  expect(await read(app, admin, `differences/${differences[0].id}`)).toEqual(differences[0])
  const response = await app.call('GET /api/proxy/admin/reconciliation/2001-02-03', { as: admin })
  expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
})

test('an admin takes care of a difference and explains it, and the audit log has both', async () => {
  const app = await emptyApp()
  const [ada, ben] = [await createAdmin(app), await createAdmin(app)]
  const id = await createDifference(app, { subject: 'a payment' })
  const take = () =>
    app.call(`POST /api/proxy/admin/tasks/difference/${id}/take`, {
      as: ben,
      send: { from: 'nobody' },
    })
  expect((await take()).statusCode).toBe(200)
  const note = 'The customer’s bank has added a penny.'
  expect((await end(app, ben, id, { status: 'explained', note })).statusCode).toBe(200)
  expect(await read(app, ada, `differences/${id}`)).toMatchObject({
    status: 'explained',
    reason: note,
    task: { owner: { id: ben.id, isYou: false } },
    endedAt: expect.any(String),
  })
  expect(await read(app, ben, 'differences')).toMatchObject({ total: 0 })
  const { actions } = await read(app, ben, 'audit-log')
  const subject = { kind: 'difference', id, name: 'a payment' }
  expect(actions).toMatchObject([
    { action: 'explain_difference', admin: { id: ben.id }, subject, note },
    {
      action: 'take_task',
      admin: { id: ben.id },
      subject,
      note: `Takes care of the difference ${id}.`,
    },
  ])
  const refused = await take()
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'task_ended'])
})

test('of two admins at once one ends a difference', async () => {
  const app = await emptyApp()
  const admins = [await createAdmin(app), await createAdmin(app)]
  const id = await createDifference(app, { subject: 'a payment' })
  const responses = await Promise.all(
    admins.map((admin) => end(app, admin, id, { status: 'mended', note: 'Put right.' })),
  )
  const codes = responses.map((response): string => response.json().code ?? 'done')
  expect(codes.toSorted()).toEqual(['difference_ended', 'done'])
  expect(await app.db.selectFrom('admin_actions').select('id').execute()).toHaveLength(1)
})

test.each([
  ['a reason', { status: 'explained', note: ' ' }, 'note'],
  ['what has become of it', { note: 'Why' }, 'status'],
  ['an end of it', { status: 'open', note: 'Why' }, 'status'],
])('a difference is not ended without %s', async (_what, send, field) => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const id = await createDifference(app, { subject: 'a payment' })
  const refused = await end(app, admin, id, send)
  expect(refused.statusCode).toBe(400)
  expect(JSON.stringify(refused.json())).toContain(field)
  expect(await read(app, admin, 'differences')).toMatchObject({ total: 1 })
})
