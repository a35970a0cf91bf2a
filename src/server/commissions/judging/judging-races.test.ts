// Two people who judge one commission at the same moment: whoever gets its lock first wins, and the other one is refused.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { codeOf, type Answer } from '../../../../tests/support/access/code-of.ts'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import { openCourt } from '../../../../tests/support/commissions/judging.ts'
import {
  readStored,
  storeDispute,
  timelineOf,
} from '../../../../tests/support/commissions/stored-commission.ts'
import { untilWaitingForLocks } from '../../../../tests/support/lock-waiters.ts'
import { moneyProblems } from '../../../../tests/support/money/money-problems.ts'

const exhausted = { max_revisions: 2, revision_count: 2 }

async function openShop() {
  const court = await openCourt()
  const { app } = court
  type Call = () => Promise<Answer>
  return {
    ...court,
    /** Both wait for the commission, in this order. Returns what they are answered. */
    async inOrder(id: string, calls: readonly [Call, Call]): Promise<string[]> {
      const answers: Promise<Answer>[] = []
      await app.db.transaction().execute(async (tx) => {
        await sql`select from commissions where id = ${id} for update`.execute(tx)
        for (const [index, call] of calls.entries()) {
          answers.push(call())
          await untilWaitingForLocks(app, index + 1)
        }
      })
      return (await Promise.all(answers)).map(codeOf)
    },
    owned: async () =>
      (await app.db.selectFrom('commission_entitlements').selectAll().execute()).length,
    owed: async () => {
      const [transfers, refunds] = await Promise.all([
        app.db.selectFrom('transfers').select('amount_pence').execute(),
        app.db.selectFrom('refunds').select('amount_pence').execute(),
      ])
      return [transfers, refunds].map((rows) => rows.map(({ amount_pence: pence }) => pence))
    },
  }
}

test.each([
  ['approval', ['done', 'commission_moved'], 'approved', [[4000], []]],
  ['changes', ['done', 'commission_moved'], 'in_progress', [[], []]],
] as const)(
  'of an approval and changes, the %s that is first wins',
  async (first, codes, status, money) => {
    await using shop = await openShop()
    const { app, payForDelivery, approve, requestChanges, inOrder, owed, owned } = shop
    const { id } = await payForDelivery()
    const calls = [() => approve(id), () => requestChanges(id)] as const
    const [one, other] = calls
    expect(await inOrder(id, first === 'approval' ? [one, other] : [other, one])).toEqual(codes)
    expect((await readStored(app, id)).status).toBe(status)
    expect([await owed(), await owned()]).toEqual([money, status === 'approved' ? 1 : 0])
    expect(await moneyProblems(app)).toEqual([])
  },
)

test('of an approval and a dispute, the approval stands: it refuses the dispute, or ends it', async () => {
  await using shop = await openShop()
  const { app, payForDelivery, approve, dispute, inOrder, owed } = shop
  const [before, after] = [await payForDelivery(exhausted), await payForDelivery(exhausted)]
  const approveFirst = [() => approve(before.id), () => dispute(before.id)] as const
  expect(await inOrder(before.id, approveFirst)).toEqual(['done', 'commission_moved'])
  const disputeFirst = [() => dispute(after.id), () => approve(after.id)] as const
  expect(await inOrder(after.id, disputeFirst)).toEqual(['done', 'done'])
  for (const { id } of [before, after]) expect((await readStored(app, id)).status).toBe('approved')
  const disputes = app.db.selectFrom('commission_disputes').select(['commission_id', 'outcome'])
  expect(await disputes.execute()).toEqual([{ commission_id: after.id, outcome: 'approved' }])
  expect(await owed()).toEqual([[4000, 4000], []])
  expect(await moneyProblems(app)).toEqual([])
})

test('of an approval and a decision for the customer, the first one wins', async () => {
  await using shop = await openShop()
  const { app, payForDelivery, approve, decideDispute, inOrder, owed, owned } = shop
  const [approved, refunded] = [await payForDelivery(), await payForDelivery()]
  const [one, other] = [await storeDispute(app, approved.id), await storeDispute(app, refunded.id)]
  expect(
    await inOrder(approved.id, [
      () => approve(approved.id),
      () => decideDispute(one, { outcome: 'refund' }),
    ]),
  ).toEqual(['done', 'dispute_decided'])
  expect(
    await inOrder(refunded.id, [
      () => decideDispute(other, { outcome: 'refund' }),
      () => approve(refunded.id),
    ]),
  ).toEqual(['done', 'commission_moved'])
  expect((await readStored(app, approved.id)).status).toBe('approved')
  expect((await readStored(app, refunded.id)).status).toBe('cancelled')
  expect([await owed(), await owned()]).toEqual([[[4000], [4420]], 1])
  expect(await moneyProblems(app)).toEqual([])
})

test.each([
  ['release', 'refund'],
  ['refund', 'release'],
] as const)(
  'of two admins who decide, for %s and for %s, the first one wins',
  async (first, second) => {
    await using shop = await openShop()
    const { app, payForDelivery, decideDispute, inOrder, owed } = shop
    const other = await createAdmin(app)
    const { id } = await payForDelivery()
    const disputeId = await storeDispute(app, id)
    const codes = await inOrder(id, [
      () => decideDispute(disputeId, { outcome: first }),
      () => decideDispute(disputeId, { outcome: second }, other),
    ])
    expect(codes).toEqual(['done', 'dispute_decided'])
    expect(await owed()).toEqual(first === 'release' ? [[4000], []] : [[], [4420]])
    expect(await app.db.selectFrom('admin_actions').select('id').execute()).toHaveLength(1)
    expect(await moneyProblems(app)).toEqual([])
  },
)

test('of two admins who decide about a frozen commission, the first one wins', async () => {
  await using shop = await openShop()
  const { app, payForDelivery, freeze, decide, inOrder, owed } = shop
  const other = await createAdmin(app)
  const { id } = await payForDelivery()
  await freeze(id)
  const codes = await inOrder(id, [
    () => decide(id, { outcome: 'extra_revision' }),
    () => decide(id, { outcome: 'refund' }, other),
  ])
  expect(codes).toEqual(['done', 'nothing_to_decide'])
  expect((await readStored(app, id)).status).toBe('in_progress')
  expect(await owed()).toEqual([[], []])
})

test('of a freeze and an approval, the first one wins', async () => {
  await using shop = await openShop()
  const { app, storeDelivered, freeze, approve, inOrder } = shop
  const [frozen, approved] = [await storeDelivered(), await storeDelivered()]
  expect(await inOrder(frozen.id, [() => freeze(frozen.id), () => approve(frozen.id)])).toEqual([
    'done',
    'commission_frozen',
  ])
  expect(
    await inOrder(approved.id, [() => approve(approved.id), () => freeze(approved.id)]),
  ).toEqual(['done', 'not_freezable'])
  expect((await timelineOf(app, approved.id)).map(({ step }) => step)).toEqual(['approve'])
})

test('twenty approvals, refusals and decisions at once have one outcome, and the money is that of the status', async () => {
  await using shop = await openShop()
  const { app, payForDelivery, approve, requestChanges, decideDispute, owed, owned } = shop
  const { id } = await payForDelivery()
  const disputeId = await storeDispute(app, id)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, turn) => {
      if (turn % 4 === 0) return approve(id)
      if (turn % 4 === 1) return requestChanges(id)
      return decideDispute(disputeId, { outcome: turn % 4 === 2 ? 'refund' : 'release' })
    }),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true)
  const { status } = await readStored(app, id)
  expect([await owed(), await owned()]).toEqual(
    status === 'approved' ? [[[4000], []], 1] : [[[], [4420]], 0],
  )
  expect(await timelineOf(app, id)).toHaveLength(4)
  expect(await moneyProblems(app)).toEqual([])
})
