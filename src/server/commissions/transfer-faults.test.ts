// The transfer of an approved commission when the card provider fails: the commission says that it waits, and one transfer
// is made in the end, whether the provider had made it at first or not.

import { expect, test } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import { isWaiting, type TransferState } from '#rules/payments/transfer-states.ts'
import { openStripePayments } from '#server/gateways/payments/stripe-payments.ts'
import { judgingFixture } from '../../../tests/support/commissions/judging.ts'
import { readStored, timelineOf } from '../../../tests/support/commissions/stored-commission.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { notificationsOf } from '../../../tests/support/notifications/notifications.ts'
import { listAllSales } from '../../../tests/support/sales/selling.ts'
import { deliverThin, failNextRequest } from '../../../tests/support/shopping.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

type Fixture = Awaited<ReturnType<typeof judgingFixture>>
type Snapshot = { objects: { transfer: { amount: number }[] } }

const tryAgain = 'The card provider answered with an error. We try again.'
/** It is not known what the provider did: the next attempt finds out. */
const unknown = { state: 'on_its_way', problem: null } as const
const refused = { state: 'refused', problem: tryAgain } as const

/** Reads the amounts that the provider has sent to the artist's account. */
const sentAt = async (app: TestApp) =>
  ((await app.sandbox.control('GET snapshot')) as Snapshot).objects.transfer.map(
    ({ amount }) => amount,
  )

const theTransfer = (app: TestApp) =>
  app.db.selectFrom('transfers').selectAll().executeTakeFirstOrThrow()

const readRoom = async ({ app, tom }: Fixture, id: string) =>
  (await app.call(`GET /api/commissions/${id}`, { as: tom })).json<Commission>()

/** The customer approves over HTTP; the worker then tries to send £40.00. */
async function approve(fixture: Fixture, id: string) {
  expect((await fixture.approve(id)).statusCode).toBe(200)
  await fixture.app.work()
}

type Unsent = { state: TransferState; problem: string | null }

/** In the room, and of the same commission in the artist's sales. */
async function expectUnsent(fixture: Fixture, id: string, { state, problem }: Unsent) {
  const { app, tom } = fixture
  const { status, completed_at: completedAt } = await readStored(app, id)
  expect([status, completedAt]).toEqual(['cron_pending', null])
  expect(await readRoom(fixture, id)).toMatchObject({
    transferState: state,
    money: { transferPence: 4000, isTransferred: false, transferProblem: problem },
  })
  expect(await listAllSales(app, tom)).toMatchObject([
    { commissionId: id, state: isWaiting(state) ? 'waiting' : state, waitsFor: problem },
  ])
}

async function expectCompleted(fixture: Fixture, id: string) {
  const { app } = fixture
  const { status, completed_at: completedAt } = await readStored(app, id)
  expect([status, completedAt]).toEqual(['completed', expect.any(Date)])
  const { money } = await readRoom(fixture, id)
  expect(money).toMatchObject({ isTransferred: true, transferProblem: null })
  expect(await sentAt(app)).toEqual([4000])
  expect((await timelineOf(app, id)).slice(-3).map(({ step }) => step)).toEqual([
    'approve',
    'postpone',
    'complete',
  ])
  expect(await moneyProblems(app)).toEqual([])
}

const alarmsOf = async ({ app, admin }: Fixture) =>
  (await notificationsOf(app, admin)).notifications.map(({ addition }) => addition)

async function tryOnceMore(app: TestApp) {
  await app.letTimePass()
  await app.work()
}

type Fault = Parameters<typeof failNextRequest>[1]
/** The provider's package repeats a request itself once, unless a part of the response came. */
const faults: [what: string, planned: Fault[], madeAtFirst: number, unsent: Unsent][] = [
  ['has too many requests (429)', ['429'], 0, unknown],
  ['fails after it was made (500)', ['500', '500'], 1, unknown],
  ['fails before it was made, and stores that (saved 500)', ['stored-500'], 0, refused],
  ['fails after it was made, and stores that (saved 500)', ['done-stored-500'], 1, refused],
  ['ends the connection', ['reset', 'reset'], 1, unknown],
  ['cuts the response', ['cut'], 1, unknown],
]

async function plan(app: TestApp, planned: readonly Fault[]) {
  for (const fault of planned) await failNextRequest(app, fault, '/v1/transfers')
}

test.each(faults)(
  'a provider that %s makes one transfer, and the room says of it what the sales say',
  async (_what, planned, madeAtFirst, unsent) => {
    const fixture = await judgingFixture(await emptyApp())
    const { app } = fixture
    const { id } = await fixture.payForDelivery()
    await plan(app, planned)
    await approve(fixture, id)
    await expectUnsent(fixture, id, unsent)
    expect(await sentAt(app)).toHaveLength(madeAtFirst)
    await app.clock.move({ minutes: 2 })
    await tryOnceMore(app)
    await expectCompleted(fixture, id)
  },
)

test.each(faults)(
  'a provider that %s makes one transfer, also a day later, when it has forgotten the key',
  async (_what, planned, _madeAtFirst, unsent) => {
    const fixture = await judgingFixture(await emptyApp())
    const { app } = fixture
    const { id } = await fixture.payForDelivery()
    await plan(app, planned)
    await approve(fixture, id)
    await app.clock.move({ hours: 25 })
    await expectUnsent(fixture, id, unsent)
    await tryOnceMore(app)
    await expectCompleted(fixture, id)
  },
)

test('a provider that does not respond in time makes one transfer, under the key that it began with', async () => {
  const fixture = await judgingFixture(await emptyApp())
  const { app } = fixture
  const { id } = await fixture.payForDelivery()
  const { sendTransfer } = app.payments
  app.payments.sendTransfer = openStripePayments({
    secretKey: app.sandbox.key,
    webhookSecret: '',
    thinWebhookSecret: '',
    apiUrl: app.sandbox.url,
    deadlineMs: 500,
  }).sendTransfer
  await app.sandbox.control('POST faults', { next: 'hang', path: '/v1/transfers' })
  await approve(fixture, id)
  const log = async () => JSON.stringify(await app.sandbox.control('GET log'))
  await expect.poll(log).toContain('"fault":"hang"')
  await expectUnsent(fixture, id, unknown)
  expect((await theTransfer(app)).last_problem).toContain('within 500 ms')

  app.payments.sendTransfer = sendTransfer
  // While the first request hangs, the provider refuses to begin another under its key.
  await expect
    .poll(async () => {
      await tryOnceMore(app)
      return (await readStored(app, id)).status
    })
    .toBe('completed')
  expect(await theTransfer(app)).toMatchObject({ key_number: 1, refusals: 0 })
  await expectCompleted(fixture, id)
})

test.each(['by hand', 'by the automatic schedule'] as const)(
  'held money that has left to the platform’s bank (%s) is not sent to the artist until it is back',
  async (how) => {
    const fixture = await judgingFixture(await emptyApp())
    const { app } = fixture
    const { id } = await fixture.payForDelivery()
    if (how === 'by the automatic schedule') {
      await app.sandbox.control('POST platform', { missing: ['manual_payouts'] })
    }
    await app.clock.move({ days: 4 })
    if (how === 'by hand') await app.sandbox.control('POST payout', {})
    await approve(fixture, id)
    await expectUnsent(fixture, id, refused)
    expect((await theTransfer(app)).last_problem).toContain('insufficient available funds')
    expect(await sentAt(app)).toEqual([])
    expect(await moneyProblems(app)).toEqual([])

    await app.sandbox.control('POST platform', { missing: [] })
    await app.sandbox.control('POST topup', { pence: 3999 })
    await tryOnceMore(app)
    await expectUnsent(fixture, id, refused)
    expect(await alarmsOf(fixture)).toEqual([
      expect.stringContaining('The balance at the card provider does not cover a transfer.'),
    ])
    await app.clock.move({ hours: 24 })
    await tryOnceMore(app)
    expect(await alarmsOf(fixture)).toHaveLength(2)
    await app.sandbox.control('POST topup', { pence: 1 })
    await tryOnceMore(app)
    await expectCompleted(fixture, id)
  },
)

test.each(['arrived', 'was lost'] as const)(
  'an account that was restricted after the payment waits for what it needs, and is paid once it has that (the event %s)',
  async (event) => {
    const fixture = await judgingFixture(await emptyApp())
    const { app } = fixture
    const { id } = await fixture.payForDelivery()
    const { provider_account_id: account } = await app.db
      .selectFrom('payment_accounts')
      .select('provider_account_id')
      .executeTakeFirstOrThrow()
    await app.sandbox.control('POST requirements', { account, missing: ['bank'] })
    if (event === 'arrived') {
      await deliverThin(app, account)
      await app.work()
    }
    await approve(fixture, id)
    const problem = 'Your payment account needs a bank account to be paid to.'
    await expectUnsent(fixture, id, { state: 'account', problem })
    expect(await sentAt(app)).toEqual([])
    await tryOnceMore(app)
    expect(await sentAt(app)).toEqual([])

    await app.sandbox.control('POST onboarding', { account })
    await deliverThin(app, account)
    await app.work()
    await tryOnceMore(app)
    await expectCompleted(fixture, id)
  },
)
