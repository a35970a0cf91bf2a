// Tracks that are taken down, or whose artist is banned, while a customer pays for them.

import { expect, test, vi } from 'vitest'
import type { OwnedTracks } from '#contracts/orders.ts'
import type { Receipt } from '#contracts/receipts.ts'
import { PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import {
  checkOut,
  createArtistWithPayouts,
  ledgerOf,
  pay,
  provider,
} from '../../../tests/support/shopping.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createTrack, createUser, type TestApp } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

const ways = ['take-down', 'ban'] as const

/** Mia's open checkout holds a track of Rosa's at £5 and one of Tom's at £3. */
async function createCheckout(app: TestApp) {
  const [admin, rosa, tom, mia] = [
    await createAdmin(app),
    await createArtistWithPayouts(app),
    await createArtistWithPayouts(app),
    await createUser(app),
  ]
  const kept = await createTrack(app.db, { artistId: rosa.id, pricePence: 500, title: 'Kept' })
  const gone = await createTrack(app.db, { artistId: tom.id, pricePence: 300, title: 'Gone' })
  const checkout = await checkOut(app, mia, [kept.id, gone.id])
  const act = async (path: string, send: object = {}) => {
    const response = await app.call(`POST /api/proxy/admin/${path}`, {
      as: admin,
      send: { reason: 'A copy.', ...send },
    })
    expect(response.statusCode).toBe(200)
  }
  const forbid = (how: (typeof ways)[number]) =>
    how === 'ban' ? act('ban-user', { artistId: tom.id }) : act(`tracks/${gone.id}/take-down`)
  return { admin, rosa, tom, mia, kept, gone, act, forbid, ...checkout }
}

async function runEachMinute(app: TestApp) {
  await addJob(app.db, 'close_unavailable_checkouts', {})
  await app.work()
}

const stateOf = async (app: TestApp, sessionId: string) =>
  (await provider(app).checkout.sessions.retrieve(sessionId)).status

const statuses = async (app: TestApp) => ({
  orders: (await app.db.selectFrom('orders').select('status').execute()).map((row) => row.status),
  transfers: await app.db
    .selectFrom('transfers')
    .select(['artist_id', 'amount_pence', 'status'])
    .execute(),
  refunds: await app.db.selectFrom('refunds').select(['amount_pence', 'cause', 'status']).execute(),
})

test.each(ways)('a %s closes the open checkouts with such a track, and no other', async (how) => {
  const app = await emptyApp()
  const { forbid, sessionId, kept, gone, mia } = await createCheckout(app)
  const ben = await createUser(app)
  const others = await checkOut(app, ben, [kept.id])
  await runEachMinute(app)
  expect(await stateOf(app, sessionId)).toBe('open')

  await forbid(how)
  await runEachMinute(app)
  expect(await stateOf(app, sessionId)).toBe('expired')
  expect(await stateOf(app, others.sessionId)).toBe('open')
  const mine = await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
  expect(mine.json()).toMatchObject({ state: 'expired' })
  // The other tracks can be bought at once.
  expect((await checkOut(app, mia, [kept.id])).url).not.toBe('')
  await expect(checkOut(app, mia, [gone.id])).rejects.toThrow('cart_changed')
  expect(await moneyProblems(app)).toEqual([])
})

test('the open checkouts are looked at each minute', async () => {
  const { crontab } = await import('#server/jobs/job-names.ts')
  expect(crontab).toMatch(/^\* \* \* \* \* close_unavailable_checkouts /m)
})

test('a checkout that cannot be closed does not keep the others open, and is closed a minute later', async () => {
  const app = await emptyApp()
  const { forbid, gone, sessionId } = await createCheckout(app)
  const other = await checkOut(app, await createUser(app), [gone.id])
  await forbid('take-down')
  const { expireCheckout } = app.payments
  const expire = vi.spyOn(app.payments, 'expireCheckout')
  expire.mockImplementation((id) =>
    id === sessionId ? Promise.reject(new PaymentUnknown('no answer')) : expireCheckout(id),
  )
  await runEachMinute(app)
  expect([await stateOf(app, sessionId), await stateOf(app, other.sessionId)]).toEqual([
    'open',
    'expired',
  ])
  expire.mockImplementation(expireCheckout)
  await runEachMinute(app)
  expect(await stateOf(app, sessionId)).toBe('expired')
  expect(await moneyProblems(app)).toEqual([])
})

test.each([
  ['take-down', 'the waiting page'],
  ['ban', 'the waiting page'],
  ['take-down', 'the job'],
  ['ban', 'the job'],
] as const)(
  'a line paid before the checkout was closed is refunded after a %s, the rest is fulfilled (found by %s)',
  async (how, by) => {
    const app = await emptyApp()
    const { forbid, rosa, tom, mia, kept, sessionId, url, orderId } = await createCheckout(app)
    await pay(url)
    await forbid(how)
    if (by === 'the job') await runEachMinute(app)
    else await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
    await app.work()

    expect(await statuses(app)).toEqual({
      orders: ['part_refunded'],
      transfers: [{ artist_id: rosa.id, amount_pence: 500, status: 'sent' }],
      refunds: [{ amount_pence: 350, cause: 'unavailable', status: 'sent' }],
    })
    const ids = await app.call('GET /api/proxy/my-tracks/ids', { as: mia })
    expect(ids.json()).toEqual({ trackIds: [kept.id] })
    expect(await ledgerOf(app)).toMatchObject({ customer_payable: 0, platform_commission: -50 })
    expect(await moneyProblems(app)).toEqual([])

    const receipt = await app.call('GET /api/receipts/UND-000001', { as: mia })
    expect(receipt.json<Receipt>().refunds).toMatchObject([
      { title: 'Gone', pence: 350, cause: 'unavailable', state: 'sent' },
    ])
    const bought = await app.call(`GET /api/proxy/my-tracks?order=${orderId}`, { as: mia })
    expect(bought.json<OwnedTracks>().order).toMatchObject({
      hasGranted: true,
      unavailable: ['Gone'],
    })
    const toMia = app.emails.filter(({ to }) => to === mia.email)
    const refund = toMia.find(({ subject }) => subject === 'Your money is on its way back')
    expect(refund?.text).toContain('it had just been taken off the site')
    expect(refund?.text).toMatch(/Gone\s+£3\.50/)
    const purchase = toMia.find(({ subject }) => subject.includes('ready to download'))
    expect(purchase?.text).not.toContain('Gone')
    // Nothing was sold.
    const told = app.db.selectFrom('notifications').select('kind').where('user_id', '=', tom.id)
    expect((await told.execute()).map(({ kind }) => kind)).not.toContain('sale')
  },
)

test('an order of unavailable tracks alone is refunded wholly', async () => {
  const app = await emptyApp()
  const { forbid, mia, gone } = await createCheckout(app)
  const ben = await createUser(app)
  const { url, sessionId } = await checkOut(app, ben, [gone.id])
  await pay(url)
  await forbid('take-down')
  await app.call(`GET /api/checkout/${sessionId}`, { as: ben })
  await app.work()
  const { orders, refunds, transfers } = await statuses(app)
  expect(orders.toSorted()).toEqual(['pending', 'refunded'])
  expect([refunds, transfers]).toEqual([
    [{ amount_pence: 350, cause: 'unavailable', status: 'sent' }],
    [],
  ])
  const emails = app.emails.filter(({ to }) => to === ben.email || to === mia.email)
  expect(emails.map(({ subject }) => subject)).toEqual(['Your money is on its way back'])
  expect(await moneyProblems(app)).toEqual([])
})

test('a withdrawal by the artist lets an open checkout finish', async () => {
  const app = await emptyApp()
  const { tom, mia, kept, gone, sessionId, url } = await createCheckout(app)
  const withdrawn = await app.call(`POST /api/proxy/tracks/${gone.id}/withdraw`, { as: tom })
  expect(withdrawn.statusCode).toBe(200)
  await runEachMinute(app)
  expect(await stateOf(app, sessionId)).toBe('open')
  await pay(url)
  await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
  await app.work()
  const { orders, refunds } = await statuses(app)
  expect([orders, refunds]).toEqual([['paid'], []])
  const ids = await app.call('GET /api/proxy/my-tracks/ids', { as: mia })
  expect(new Set(ids.json<{ trackIds: string[] }>().trackIds)).toEqual(new Set([kept.id, gone.id]))
  expect(await moneyProblems(app)).toEqual([])
})

test('a track that is put back, or whose artist is unbanned, before the payment is recorded is sold', async () => {
  const app = await emptyApp()
  const { forbid, act, tom, gone, mia, sessionId, url } = await createCheckout(app)
  await pay(url)
  await forbid('take-down')
  await forbid('ban')
  await act(`tracks/${gone.id}/put-back`)
  await act('unban-user', { artistId: tom.id })
  await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
  const { orders, refunds } = await statuses(app)
  expect([orders, refunds]).toEqual([['paid'], []])
})
