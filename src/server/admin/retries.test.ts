// An admin has a refund or a transfer that has failed tried again, once, and finds those that wait in a list.

import { expect, test } from 'vitest'
import type { OwedMoney, UnsentTransfer } from '#contracts/admin/owed-money.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import {
  createOwed,
  kinds,
  rowOf,
  tableOf,
  type Kind,
} from '../../../tests/support/money/settling.ts'
import { ledgerOf } from '../../../tests/support/shopping.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../tests/support/test-app.ts'

const note = 'The bank says that the card is open again.'

const retry = (app: TestApp, kind: Kind, { admin, owedId }: { admin: TestUser; owedId: string }) =>
  app.call(`POST /api/proxy/admin/${tableOf[kind]}/${owedId}/retry`, {
    as: admin,
    send: { why: note },
  })

/** As after two weeks of refusals. */
async function failedOne(app: TestApp, kind: Kind) {
  const owed = await createOwed(app, kind)
  const failed = { status: 'failed', attempts: 19, refusals: 19, key_number: 20 } as const
  await app.db.updateTable(tableOf[kind]).set(failed).execute()
  return owed
}

test.each(kinds)(
  'a %s that has failed is tried again at once and made, and the log says who wanted it and why',
  async (kind) => {
    await using app = await createTestApp()
    const owed = await failedOne(app, kind)
    owed.send.mockRestore()
    const path = `/api/proxy/admin/${tableOf[kind]}/${owed.owedId}`
    const { retryPostings } = (await app.call(`GET ${path}`, { as: owed.admin })).json<OwedMoney>()
    const before = await ledgerOf(app)
    expect((await retry(app, kind, owed)).json()).toEqual({ id: owed.owedId, status: 'waiting' })
    await app.work()
    expect((await rowOf(app, kind)).status).toBe('sent')
    // It was said before what this books.
    const after = await ledgerOf(app)
    const names = { stripe_pending: 'stripe_pending', artist_payable: owed.tom.id }
    const booked = retryPostings?.map(({ account }) => {
      const name = Object.entries(names).find(([known]) => known === account)?.[1] ?? account
      return { account, pence: (after[name] ?? 0) - (before[name] ?? 0) }
    })
    expect(booked).toEqual(retryPostings)
    expect(retryPostings).toHaveLength(2)
    expect(await moneyProblems(app)).toEqual([])
    const log = await app.call('GET /api/proxy/admin/audit-log', { as: owed.admin })
    expect(log.json()).toMatchObject({
      actions: [{ action: `retry_${kind}`, subject: { id: owed.owner.id }, note }],
    })
  },
)

test.each(kinds)(
  'of two admins at once one has a %s tried again; what has not failed is not touched',
  async (kind) => {
    await using app = await createTestApp()
    const owed = await createOwed(app, kind)
    const { due_at: dueAt } = await rowOf(app, kind)
    expect(codeOf(await retry(app, kind, owed))).toBe('not_failed')
    expect((await rowOf(app, kind)).due_at).toEqual(dueAt)

    await app.db.updateTable(tableOf[kind]).set({ status: 'failed' }).execute()
    const admins = [owed.admin, await createAdmin(app)]
    const answers = await Promise.all(admins.map((admin) => retry(app, kind, { ...owed, admin })))
    expect(answers.map(codeOf).toSorted()).toEqual(['done', 'not_failed'])
    const { admin } = owed
    expect(codeOf(await retry(app, kind, { admin, owedId: owed.owner.id }))).toBe('not_found')
  },
)

test('the list has every transfer that was not sent, and first the one that needs a person', async () => {
  await using app = await createTestApp()
  const { admin, owedId, owner } = await createOwed(app, 'transfer')
  const first = await app.db.selectFrom('transfers').selectAll().executeTakeFirstOrThrow()
  const list = async () =>
    (await app.call('GET /api/proxy/admin/transfers', { as: admin })).json<{
      transfers: UnsentTransfer[]
      total: number
    }>()
  expect(await list()).toMatchObject({
    total: 1,
    transfers: [
      { id: owedId, status: 'waiting', artist: { id: owner.id }, pence: first.payable_pence },
    ],
  })
  expect((await list()).transfers[0]?.dueAt).toBe(first.due_at.toISOString())
  await app.db.updateTable('transfers').set({ status: 'failed' }).execute()
  expect(await list()).toMatchObject({ transfers: [{ status: 'failed', dueAt: null }] })
  const sent = { status: 'sent', provider_id: 'tr_1' } as const
  await app.db.updateTable('transfers').set(sent).execute()
  expect(await list()).toMatchObject({ transfers: [], total: 0 })
})
