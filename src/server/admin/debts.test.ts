// What artists owe is listed, told after 180 days, and decided by an admin: each penny once.

import { expect, test, vi } from 'vitest'
import type { WaitingReversal } from '#contracts/admin/debts.ts'
import { PaymentRefused, PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import {
  createIndebted,
  createTransferred,
  giveBack,
  reversalsOf,
  sell,
} from '../../../tests/support/money/reversing.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { ledgerOf } from '../../../tests/support/shopping.ts'
import type { TestApp, TestUser } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

async function openDebt(app: TestApp, pence = 500) {
  const admin = await createAdmin(app)
  const artist = await createIndebted(app, pence)
  const [{ id } = { id: '' }] = await reversalsOf(app, artist)
  return { admin, artist, id }
}

type Decided = { admin: TestUser; id: string; decision: string; pence?: number; askedAt?: string }

const decide = (app: TestApp, { admin, id, decision, pence = 500, askedAt = '' }: Decided) =>
  app.call(`POST /api/proxy/admin/debts/${id}/decide`, {
    as: admin,
    send: { decision, pence, askedAt, reason: 'You have stopped selling.', note: 'As agreed.' },
  })

const listed = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/proxy/admin/debts', { as })).json<{
    debts: { id: string; pence: number; isDue: boolean; askedAt: string | null }[]
    owedPence: number
    waiting: { reversals: WaitingReversal[]; total: number }
  }>()

const noticesOf = async (app: TestApp, { id }: TestUser, kind: 'reversal' | 'payment_alarm') => {
  const rows = await app.db
    .selectFrom('notifications')
    .select('details')
    .where('user_id', '=', id)
    .where('kind', '=', kind)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ details }) => details)
}

test('the debts of all artists are listed, the oldest first, with their sum', async () => {
  const app = await emptyApp()
  const { admin, id } = await openDebt(app)
  const other = await createIndebted(app, 200)
  const [{ id: second } = { id: '' }] = await reversalsOf(app, other)
  expect(await listed(app, admin)).toMatchObject({
    debts: [
      { id, pence: 500, isDue: false },
      { id: second, pence: 200, isDue: false },
    ],
    owedPence: 700,
  })
})

test('what the provider refuses or does not answer is listed until it is taken back, the oldest first, with its age and the next attempt', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const [first, second, third] = [
    await createTransferred(app),
    await createTransferred(app),
    await createTransferred(app),
  ]
  const failing = vi.spyOn(app.payments, 'sendReversal')
  const fail = async ({ transferId }: { transferId: string }, error: Error) => {
    await giveBack(app, { transferId, pence: 120 })
    failing.mockRejectedValueOnce(error)
    await app.work()
  }
  await fail(first, new PaymentRefused('lock_timeout', 'Something else uses the account.'))
  await app.clock.move({ seconds: 1 })
  await fail(second, new PaymentUnknown('No answer.'))
  // Nobody has tried this one yet.
  await giveBack(app, { transferId: third.transferId, pence: 130 })
  const { waiting, debts } = await listed(app, admin)
  const rows = await app.db
    .selectFrom('reversals')
    .innerJoin('transfers', 'transfers.id', 'transfer_id')
    .select(['reversals.id', 'reversals.artist_id', 'payment_id', 'reversals.due_at'])
    .where('reversals.amount_pence', '=', 120)
    .orderBy('reversals.created_at')
    .execute()
  expect(rows.map(({ artist_id: id }) => id)).toEqual([first.artist.id, second.artist.id])
  const problems = [
    { problem: 'Something else uses the account.', isRefused: true },
    { problem: 'No answer.', isRefused: false },
  ]
  expect([debts, waiting.total]).toEqual([[], 2])
  expect(waiting.reversals).toEqual(
    rows.map((row, at) => ({
      id: row.id,
      artist: { id: row.artist_id, name: expect.any(String) },
      paymentId: row.payment_id,
      receiptNumber: expect.stringMatching(/^UND-/),
      cause: 'refund',
      pence: 120,
      task: { owner: null, ageDays: 0 },
      dueAt: row.due_at.toISOString(),
      ...problems[at],
    })),
  )
  await app.clock.move({ days: 2 })
  expect((await listed(app, admin)).waiting.reversals).toMatchObject([
    { task: { ageDays: 2 } },
    { task: { ageDays: 2 } },
  ])
  await app.letTimePass()
  await app.work()
  expect((await listed(app, admin)).waiting).toMatchObject({ reversals: [], total: 0 })
})

test.each([
  ['write_off', 'written_off', 'losses'],
  ['repay', 'repaid', 'paid_outside'],
])(
  'an admin can decide to %s a debt: it is closed and booked as the page says',
  async (decision, status, account) => {
    const app = await emptyApp()
    const { admin, artist, id } = await openDebt(app)
    const before = (await ledgerOf(app))[account] ?? 0
    const shown = await app.call(`GET /api/proxy/admin/debts/${id}`, { as: admin })
    expect(shown.json()).toMatchObject({
      isOpen: true,
      pence: 500,
      postings: {
        [decision]: [
          { account, pence: 500 },
          { account: 'artist_receivable', pence: -500 },
        ],
      },
    })
    expect((await decide(app, { admin, id, decision })).statusCode).toBe(200)
    expect(await reversalsOf(app, artist)).toMatchObject([{ status, netted_pence: 0 }])
    expect(await ledgerOf(app)).toMatchObject({ artist_receivable: 0, [account]: before + 500 })
    expect(await noticesOf(app, artist, 'reversal')).toContainEqual(
      expect.objectContaining({ event: status, pence: 500, reason: 'You have stopped selling.' }),
    )
    const logged = await app.db
      .selectFrom('admin_actions')
      .select(['action', 'subject_id', 'reason', 'note', 'details'])
      .execute()
    expect(logged).toMatchObject([
      {
        action: 'decide_debt',
        subject_id: artist.id,
        reason: 'You have stopped selling.',
        note: 'As agreed.',
        details: { debt: id, decision, pence: 500 },
      },
    ])
    expect(codeOf(await decide(app, { admin, id, decision }))).toBe('debt_changed')
    expect(await moneyProblems(app)).toEqual([])
  },
)

test('an artist who is asked for the money is told, once by two admins at once, and the debt stays', async () => {
  const app = await emptyApp()
  const { admin, artist, id } = await openDebt(app)
  const asking = [admin, await createAdmin(app), admin].map((by) =>
    decide(app, { admin: by, id, decision: 'ask' }),
  )
  const codes = (await Promise.all(asking)).map(codeOf)
  expect(codes.toSorted()).toEqual(['debt_asked', 'debt_asked', 'done'])
  expect(await reversalsOf(app, artist)).toMatchObject([{ status: 'refused' }])
  const asked = expect.objectContaining({ event: 'asked', pence: 500 })
  const told = await noticesOf(app, artist, 'reversal')
  const isAsked = (one: unknown) => (one as { event?: string }).event === 'asked'
  expect(told.filter(isAsked)).toEqual([asked])
  const [debt] = (await listed(app, admin)).debts
  const again = await decide(app, { admin, id, decision: 'ask', askedAt: debt?.askedAt ?? '' })
  expect(codeOf(again)).toBe('done')
})

test('a debt of which a sale has paid meanwhile is not decided as it was seen', async () => {
  const app = await emptyApp()
  const { admin, artist, id } = await openDebt(app)
  await sell(app, artist, 200)
  await app.work()
  expect(codeOf(await decide(app, { admin, id, decision: 'write_off' }))).toBe('debt_changed')
  const decided = await decide(app, { admin, id, decision: 'write_off', pence: 300 })
  expect(decided.statusCode).toBe(200)
  expect(await ledgerOf(app)).toMatchObject({ artist_receivable: 0 })
  expect(await moneyProblems(app)).toEqual([])
})

test('nobody decides about the own debt, and nothing is decided about one that has ended', async () => {
  const app = await emptyApp()
  const { admin, artist, id } = await openDebt(app)
  const own = { role: 'admin', two_factor_enabled: true } as const
  await app.db.updateTable('users').set(own).where('id', '=', artist.id).execute()
  for (const decision of ['ask', 'write_off', 'repay'])
    expect(codeOf(await decide(app, { admin: artist, id, decision }))).toBe('own_sale')
  expect(codeOf(await decide(app, { admin, id, decision: 'write_off' }))).toBe('done')
  for (const decision of ['ask', 'write_off', 'repay'])
    expect(codeOf(await decide(app, { admin, id, decision, pence: 0 }))).toBe('debt_changed')
})

test('of two admins and a sale at once, the debt is paid or closed once', async () => {
  const app = await emptyApp()
  const { admin, artist, id } = await openDebt(app)
  await sell(app, artist, 500)
  const decisions = ['write_off', 'repay', 'write_off', 'repay'].map((decision) =>
    decide(app, { admin, id, decision }),
  )
  const [answers] = await Promise.all([Promise.all(decisions), app.work()])
  const done = answers.filter(({ statusCode }) => statusCode === 200)
  expect(done.length).toBeLessThan(2)
  const refused = answers.filter(({ statusCode }) => statusCode !== 200)
  expect(new Set(refused.map(codeOf))).toEqual(new Set(['debt_changed']))
  await app.work()
  const [debt] = await reversalsOf(app, artist)
  expect(debt?.netted_pence).toBe(done.length === 1 ? 0 : 500)
  expect(await ledgerOf(app)).toMatchObject({ artist_receivable: 0, [artist.id]: 0 })
  expect(await moneyProblems(app)).toEqual([])
})

test('a debt is a task from its 181st day on, of which the admins are told once', async () => {
  const app = await emptyApp()
  const { admin, artist, id } = await openDebt(app)
  const tell = async () => {
    await addJob(app.db, 'tell_of_old_debts', {})
    await app.work()
    return noticesOf(app, admin, 'payment_alarm')
  }
  await app.clock.move({ days: 179 })
  expect(await tell()).toEqual([])
  await app.clock.move({ days: 1 })
  const alarms = await tell()
  expect(alarms).toEqual([
    {
      alarmPage: 'debts',
      reason: expect.stringContaining(`${artist.username} has owed £5.00 for more than 180 days`),
    },
  ])
  await app.clock.move({ days: 1 })
  expect(await tell()).toEqual(alarms)
  expect((await listed(app, admin)).debts).toMatchObject([{ id, isDue: true }])
})

test('an artist who owes money cannot delete the account, before and after it is a debt', async () => {
  const app = await emptyApp()
  const { admin, artist, id } = await openDebt(app)
  const matters = async () =>
    (await app.call('GET /api/account/deletion', { as: artist })).json<{ openMatters: string[] }>()
      .openMatters
  expect(await matters()).toEqual(['£5.00 from your sales went back to customers, and you owe it.'])
  await decide(app, { admin, id, decision: 'write_off' })
  expect(await matters()).toEqual([])
})

test('an artist reads what they owe, its causes, and each sale that has paid it, and nothing of another artist', async () => {
  const app = await emptyApp()
  const { artist } = await openDebt(app)
  const other = await createIndebted(app, 70)
  const read = async (as: TestUser) => (await app.call('GET /api/artist/reversals', { as })).json()
  expect(await read(other)).toMatchObject({ owedPence: 70, reversals: [{ pence: 70 }] })
  const transferId = await sell(app, artist, 200)
  await app.work()
  await giveBack(app, { transferId, pence: 50 })
  const title = expect.any(String)
  expect(await read(artist)).toMatchObject({
    owedPence: 350,
    reversals: [
      { cause: 'refund', status: 'refused', pence: 50, leftPence: 50, nettings: [] },
      {
        titles: [title],
        cause: 'refund',
        status: 'refused',
        pence: 500,
        leftPence: 300,
        nettings: [{ titles: [title], pence: 200 }],
      },
    ],
  })
})
