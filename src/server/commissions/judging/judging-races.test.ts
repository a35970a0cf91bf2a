// Several people who judge one commission at the same moment; the pairs are in races.test.ts.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { codeOf, type Answer } from '../../../../tests/support/access/code-of.ts'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import { judgingFixture } from '../../../../tests/support/commissions/judging.ts'
import {
  readStored,
  storeDispute,
  timelineOf,
} from '../../../../tests/support/commissions/stored-commission.ts'
import { untilWaitingForLocks } from '../../../../tests/support/lock-waiters.ts'
import { moneyProblems } from '../../../../tests/support/money/money-problems.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

async function createFixture() {
  const fixture = await judgingFixture(await emptyApp())
  const { app } = fixture
  type Call = () => Promise<Answer>
  return {
    ...fixture,
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

test('of two admins who decide about a frozen commission, the first one wins', async () => {
  const fixture = await createFixture()
  const { app, payForDelivery, freeze, decide, inOrder, owed, actions } = fixture
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
  expect((await actions()).map(({ action }) => action)).toEqual([
    'freeze_commission',
    'decide_commission',
  ])
})

test('twenty approvals, refusals and decisions at once have one outcome, and the money is that of the status', async () => {
  const fixture = await createFixture()
  const { app, payForDelivery, approve, requestChanges, decideDispute, owed, owned } = fixture
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
