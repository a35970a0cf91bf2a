import { expect, test } from 'vitest'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { createUnexplained } from '../../../tests/support/money/unexplained-movement.ts'
import { moneyInvariants } from '../../../tests/support/money/invariant-problems.ts'
import { ledgerOf } from '../../../tests/support/shopping.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../tests/support/test-app.ts'

const list = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/proxy/admin/unexplained', { as })).json()

const assign = (app: TestApp, as: TestUser, id: string, send: object) =>
  app.call(`POST /api/proxy/admin/unexplained/${id}/assign`, { as, send })

test('admins see what is unexplained, the oldest first, and an assigned movement stands on its account and in the audit log', async () => {
  await using app = await createTestApp()
  const admin = await createAdmin(app)
  const first = await createUnexplained(app, { pence: -300, description: 'Held back' })
  await app.clock.move({ minutes: 1 })
  const second = await createUnexplained(app, { pence: 40, description: null })
  expect(await list(app, admin)).toMatchObject({
    total: 2,
    movements: [
      { id: first, pence: -300, type: 'reserve_hold', description: 'Held back', sourceId: null },
      { id: second, pence: 40, description: null },
    ],
  })
  const { movements } = await list(app, admin)
  const account = 'account_fees'
  const assigned = await assign(app, admin, first, { account, note: 'Their support says so.' })
  expect(assigned.statusCode).toBe(200)
  expect(await list(app, admin)).toMatchObject({ total: 1, movements: [{ id: second }] })
  expect(await ledgerOf(app)).toEqual({ stripe_pending: -260, unexplained: -40, account_fees: 300 })
  expect(await moneyInvariants(app)).toEqual([])

  const log = await app.call('GET /api/proxy/admin/audit-log', { as: admin })
  const { balanceTransactionId } = movements[0]
  expect(log.json()).toMatchObject({
    actions: [
      {
        action: 'assign_unexplained',
        subject: { kind: 'movement', id: first, name: balanceTransactionId },
        note: 'Their support says so.',
      },
    ],
  })
  const { details } = await app.db
    .selectFrom('admin_actions')
    .select('details')
    .executeTakeFirstOrThrow()
  expect(details).toEqual({ account, balanceTransactionId })
})

test('of two admins at once one assigns a movement, and nothing is booked twice', async () => {
  await using app = await createTestApp()
  const admins = [await createAdmin(app), await createAdmin(app)]
  const id = await createUnexplained(app)
  const responses = await Promise.all(
    admins.map((admin) => assign(app, admin, id, { account: 'losses', note: 'Lost.' })),
  )
  const codes = responses.map((response): string => response.json().code ?? 'done')
  expect(codes.toSorted()).toEqual(['already_explained', 'done'])
  expect(await ledgerOf(app)).toEqual({ stripe_pending: -300, unexplained: 0, losses: 300 })
  expect(await app.db.selectFrom('admin_actions').select('id').execute()).toHaveLength(1)
})

test.each([
  ['an account that needs an artist', { account: 'artist_payable', note: 'Why' }, 'account'],
  ['an account that needs a payment', { account: 'customer_payable', note: 'Why' }, 'account'],
  ['the balance itself', { account: 'stripe_available', note: 'Why' }, 'account'],
  ['nothing', { note: 'Why' }, 'account'],
  ['an account without a reason', { account: 'losses', note: ' ' }, 'note'],
])('a movement cannot be assigned to %s', async (_what, send, field) => {
  await using app = await createTestApp()
  const admin = await createAdmin(app)
  const id = await createUnexplained(app)
  const refused = await assign(app, admin, id, send)
  expect(refused.statusCode).toBe(400)
  expect(JSON.stringify(refused.json())).toContain(field)
  expect(await list(app, admin)).toMatchObject({ total: 1 })
})
