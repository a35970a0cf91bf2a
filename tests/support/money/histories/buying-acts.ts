// What customers and admins do while tracks are bought, and what happens to the app meanwhile.

import { expect } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { payAsCustomer } from '../../../../sandbox/pay-as-customer.ts'
import { deliver, eventsOf, failNextRequest } from '../../shopping.ts'
import type { TestApp } from '../../test-app.ts'
import type { Step } from './buying-steps.ts'
import { call, withoutFaults, type Market } from './market.ts'

export async function takeBuyingStep(market: Market, step: Step): Promise<void> {
  const { app, customers, trackIds, checkouts } = market
  if (step.do === 'add' || step.do === 'remove') {
    const [as, trackId] = [customers[step.customer], trackIds[step.track]]
    await call(
      market,
      step.do === 'add'
        ? { route: 'POST /api/proxy/auth/cart/add', as, send: { trackId } }
        : { route: `DELETE /api/proxy/auth/cart/remove/${trackId}`, as },
    )
  } else if (step.do === 'checkOut') {
    await checkOut(market, {
      customer: step.customer,
      trackIds: step.tracks.map((at) => trackIds[at] ?? ''),
    })
  } else if ('checkout' in step) {
    const opened = checkouts.at(step.checkout % Math.max(1, checkouts.length))
    if (opened === undefined) return
    if (step.do === 'pay') await payAsCustomer(opened.url, { card: step.card })
    if (step.do === 'poll')
      await call(market, { route: `GET /api/checkout/${opened.sessionId}`, as: opened.customer })
    if (step.do === 'deliver') await deliverOften(app, opened.sessionId, step.times)
  } else if (step.do === 'fault') {
    for (let times = 0; times < step.times; times++)
      await failNextRequest(app, step.fault, step.path)
  } else if (step.do === 'take-down' || step.do === 'put-back' || 'artist' in step) {
    await decide(market, step)
  } else {
    await pass(app, step.do)
  }
}

export async function decide(
  market: Market,
  step: Extract<Step, { do: 'take-down' | 'put-back' | 'ban' | 'unban' | 'release' }>,
) {
  const { admin, artists, trackIds } = market
  const artistId = 'artist' in step ? artists[step.artist]?.id : undefined
  const path =
    'track' in step
      ? `tracks/${trackIds[step.track]}/${step.do}`
      : step.do === 'release'
        ? `users/${artistId}/release-transfers`
        : `${step.do}-user`
  const words = step.do === 'release' ? { note: 'Settled.' } : { reason: 'A copy.' }
  const send = { ...words, ...(artistId === undefined ? {} : { artistId }) }
  await call(market, { route: `POST /api/proxy/admin/${path}`, as: admin, send })
}

type Wanted = { customer: number; trackIds: string[] }

/** Returns the checkout's address, or null if none was opened. */
export async function checkOut(market: Market, wanted: Wanted): Promise<string | null> {
  const { customers, checkouts } = market
  const customer = customers[wanted.customer]
  const route = 'POST /api/proxy/stripe/create-cart-checkout-session'
  const items = wanted.trackIds.map((trackId) => ({ trackId }))
  const response = await call(market, { route, as: customer, send: { items } })
  if (response.statusCode !== 200 || customer === undefined) return null
  const { url } = response.json<{ url: string }>()
  const sessionId = /cs_[A-Za-z0-9_]+/.exec(url)?.[0] ?? ''
  if (!checkouts.some((one) => one.url === url)) checkouts.push({ customer, url, sessionId })
  return url
}

/** The same events again and again, the newest first. */
async function deliverOften(app: TestApp, sessionId: string, times: number): Promise<void> {
  const events = await withoutFaults(() => eventsOf(app, sessionId))
  for (let sent = 0; sent < times; sent++) {
    for (const event of events.toReversed()) {
      expect((await deliver(app, event)).statusCode).toBe(200)
    }
  }
}

export async function pass(
  app: TestApp,
  what: 'crash' | 'work' | 'retry' | 'reconcile' | 'expire' | 'pay-out',
): Promise<void> {
  // As after a crash before the session id was stored: the checkout can still be paid, and does not block the next one.
  if (what === 'crash') {
    const { db } = app
    await db
      .updateTable('orders')
      .set({ status: 'expired' })
      .where('status', '=', 'pending')
      .execute()
    await db
      .updateTable('payments')
      .set({ status: 'expired' })
      .where('status', '=', 'open')
      .where('subject_kind', '=', 'order')
      .execute()
  }
  // Checkouts expire, and the provider deletes its idempotency keys.
  if (what === 'expire') await app.clock.move({ hours: 25 })
  if (what === 'reconcile') {
    await addJob(app.db, 'close_unavailable_checkouts', {})
    await addJob(app.db, 'reconcile_payments', {})
  }
  // The operator takes all that is available, also what is owed.
  if (what === 'pay-out') await app.sandbox.control('POST payout', {})
  if (what === 'retry') await app.letTimePass()
  if (what !== 'crash' && what !== 'expire') await app.work()
}
