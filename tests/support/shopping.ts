// Payments in tests: artists who can be paid, customers who pay on the provider's page, and the provider's API.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import Stripe from 'stripe'
import type { Db } from '#server/db/client.ts'
import { commissionSpans } from '#rules/commissions/commission-spans.ts'
import { noVatSettings } from '#rules/vat/vat-terms.ts'
import { paymentSubjects } from '#server/subjects.ts'
import { payAsCustomer } from '../../sandbox/pay-as-customer.ts'
import {
  createTrack,
  createUser,
  thinWebhookSecret,
  webhookSecret,
  type TestUser,
  type TestApp,
} from './test-app.ts'

const goodCard = '4242424242424242'

/** A client for the provider's API. */
export function provider({ sandbox }: Pick<TestApp, 'sandbox'>): Stripe {
  const { hostname, port } = new URL(sandbox.url)
  return new Stripe(sandbox.key, { host: hostname, port, protocol: 'http', telemetry: false })
}

/** What payments can be for, for tests that call their functions. */
export function subjectsOf({ clock }: Pick<TestApp, 'clock'>) {
  const publicUrl = 'http://undersong.test'
  return paymentSubjects({ clock, spans: commissionSpans, publicUrl, vat: noVatSettings })
}

/** Makes the provider's next response fail after the request has been processed, as a network fault would. */
export async function failNextRequest(
  { sandbox }: TestApp,
  next: 'reset' | 'cut' | '500' | '429' | 'stored-500' | 'done-stored-500',
  path: string,
): Promise<void> {
  await sandbox.control('POST faults', { next, path })
}

/** An artist who has finished the set-up of payments, at the provider and here. */
export async function createArtistWithPayouts(app: TestApp, name?: string): Promise<TestUser> {
  const artist = await createUser(app, { role: 'artist', ...(name ? { name } : {}) })
  const accountId = await app.payments.openAccount({
    userId: artist.id,
    email: artist.email,
    idempotencyKey: `acct:${artist.id}`,
  })
  await app.sandbox.control('POST onboarding', { account: accountId })
  await app.db
    .insertInto('payment_accounts')
    .values({ user_id: artist.id, provider_account_id: accountId, payouts_enabled: true })
    .execute()
  return artist
}

export async function checkOut(app: TestApp, as: TestUser, trackIds: string[]) {
  const response = await app.call('POST /api/proxy/stripe/create-cart-checkout-session', {
    as,
    send: { items: trackIds.map((trackId) => ({ trackId })) },
  })
  if (response.statusCode !== 200) throw new Error(`No checkout: ${response.body}`)
  const { url } = response.json<{ url: string }>()
  const payment = await app.db
    .selectFrom('payments')
    .selectAll()
    .where('checkout_url', '=', url)
    .executeTakeFirstOrThrow()
  return {
    url,
    orderId: payment.subject_id,
    paymentId: payment.id,
    sessionId: payment.checkout_session_id ?? '',
  }
}

/** As after a crash before the row had its session: its checkout can still be paid, and another one can be opened. */
export async function expireOpenOrders({ db }: Pick<TestApp, 'db'>): Promise<void> {
  await db.updateTable('orders').set({ status: 'expired' }).execute()
  await db.updateTable('payments').set({ status: 'expired' }).execute()
}

export async function pay(url: string, card = goodCard): Promise<void> {
  const { outcome } = await payAsCustomer(url, { card })
  if (outcome !== 'paid') throw new Error(`Paying ended ${outcome}`)
}

/** The customer pays on the provider's page and comes back, which fulfils the order: its transfers are queued. */
export async function paidCart(app: TestApp, as: TestUser, trackIds: string[], card?: string) {
  const checkout = await checkOut(app, as, trackIds)
  await pay(checkout.url, card)
  const response = await app.call(`GET /api/checkout/${checkout.sessionId}`, { as })
  if (response.json<{ state?: string }>().state !== 'paid')
    throw new Error(`Not paid: ${response.body}`)
  return checkout
}

/** The provider's events for one checkout, oldest first. */
export async function eventsOf(app: TestApp, sessionId: string): Promise<Stripe.Event[]> {
  const found: Stripe.Event[] = []
  for await (const event of provider(app).events.list({ limit: 100 })) {
    const { object } = event.data
    if ('id' in object && object.id === sessionId) found.unshift(event)
  }
  return found
}

type Delivery = { secret?: string; timestamp?: number; path?: string; payload?: string }

/** Sends an event to the app, signed as the provider does. */
export function deliver(app: TestApp, event: object, delivery: Delivery = {}) {
  const payload = delivery.payload ?? JSON.stringify(event)
  const signature = provider(app).webhooks.generateTestHeaderString({
    payload: JSON.stringify(event),
    secret: delivery.secret ?? webhookSecret,
    ...(delivery.timestamp === undefined ? {} : { timestamp: delivery.timestamp }),
  })
  return app.http.inject({
    method: 'POST',
    url: delivery.path ?? '/api/stripe/webhook',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  })
}

/** To the webhook of this kind of events. */
export function signedDelivery(app: TestApp, endpoint: 'snapshot' | 'thin', event: object) {
  return endpoint === 'snapshot'
    ? deliver(app, event)
    : deliver(app, event, { secret: thinWebhookSecret, path: '/api/stripe/webhook/thin' })
}

export function deliverThin(app: TestApp, accountId: string) {
  const event = {
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    object: 'v2.core.event',
    type: 'v2.core.account[requirements].updated',
    created: new Date().toISOString(),
    livemode: false,
    related_object: {
      id: accountId,
      type: 'v2.core.account',
      url: `/v2/core/accounts/${accountId}`,
    },
  }
  return signedDelivery(app, 'thin', event)
}

/** Every ledger account's balance in pence; an artist's payable balance is listed under the artist's id, what artists owe together. */
export async function ledgerOf(app: Pick<TestApp, 'db'>): Promise<Record<string, number>> {
  const entries = await app.db.selectFrom('ledger_entries').selectAll().execute()
  const balances: Record<string, number> = {}
  for (const entry of entries) {
    const isPayable = entry.account === 'artist_payable'
    const account = (isPayable ? entry.artist_id : null) ?? entry.account
    balances[account] = (balances[account] ?? 0) + entry.amount_pence
  }
  return balances
}

/** A track that is sold and paid for, whose artist's transfer is queued. */
export async function createOwedTransfer(app: TestApp) {
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id, pricePence: 500 })
  const { orderId } = await paidCart(app, mia, [track.id])
  const account = await app.db.selectFrom('payment_accounts').selectAll().executeTakeFirstOrThrow()
  return { artist, orderId, accountId: account.provider_account_id }
}

/** How often each track was bought or downloaded. */
export async function activityOf(
  db: Db,
  activity: 'purchases' | 'downloads',
): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('tracks')
    .leftJoin('track_statistics', 'track_id', 'id')
    .select(['id', sql<number>`coalesce(${sql.ref(activity)}, 0)`.as('count')])
    .execute()
  return Object.fromEntries(rows.map(({ id, count }) => [id, count]))
}
