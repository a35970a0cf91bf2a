// Of random histories: tracks and commissions are sold, and what admins give back of them.

import fc from 'fast-check'
import type { SaleRefund } from '#contracts/admin/refunds.ts'
import { payAsCustomer } from '../../../../sandbox/pay-as-customer.ts'
import { deliverTo, giveUp } from '../../commissions/paying.ts'
import { readStored, storeCommission, storeDelivery } from '../../commissions/stored-commission.ts'
import { noteStep } from '#server/commissions/take-step.ts'
import { createTrack, type TestUser } from '../../test-app.ts'
import { act, type Acts } from './act.ts'
import { checkOut } from './buying-acts.ts'
import { call, chosen, type Market } from './market.ts'

const goodCard = '4242424242424242'
/** Its money is available at once. */
const settledCard = '4000000000000077'
/** The customer's bank says later whether a refund has arrived. */
const slowRefundCard = '4000000000007726'

export const one = fc.nat(1)
export const any = fc.nat(11)
const card = fc.constantFrom(goodCard, goodCard, settledCard, settledCard, slowRefundCard)
const sold = fc.record({ artist: one, pricePence: fc.constantFrom(50, 99, 333, 500, 1999) })

/** Of an amount that goes back. */
export const part = fc.constantFrom('all', 'all', 'half', 'penny')

export function penceOf(whole: number, wanted: string): number {
  if (wanted === 'penny') return Math.min(1, whole)
  return wanted === 'half' ? Math.ceil(whole / 2) : whole
}

export const saleActs: Acts = {
  sell: act(
    6,
    fc.record({
      customer: one,
      sold: fc.array(sold, { minLength: 1, maxLength: 3 }),
      card,
      isRecorded: fc.boolean(),
    }),
    sell,
  ),
  commission: act(
    3,
    fc.record({ customer: one, artist: one, card, isRecorded: fc.boolean() }),
    orderCommission,
  ),
  approve: act(3, fc.record({ commission: any }), async (market, { commission }) => {
    const work = await unfrozen(market, commission)
    if (work === null) return
    await storeDelivery(market.app, work.id)
    await deliverTo(market.app, work.id)
    await call(market, {
      route: `POST /api/commissions/${work.id}/confirm`,
      as: work.customer,
      send: { action: 'approve' },
    })
  }),
  giveUp: act(1, fc.record({ commission: any }), async (market, { commission }) => {
    const work = await unfrozen(market, commission)
    if (work !== null) await giveUp(market.app, work.id)
  }),
  divide: act(
    1,
    fc.record({ commission: any, partPence: fc.integer({ min: 1, max: 3999 }) }),
    divide,
  ),
  giveBack: act(6, fc.record({ sale: any, part }), giveBack),
  ask: act(3, fc.record({ sale: any }), ask),
  answer: act(
    3,
    fc.record({ request: any, decision: fc.constantFrom('accept', 'accept', 'decline') }),
    answer,
  ),
}

type Sale = {
  customer: number
  sold: { artist: number; pricePence: number }[]
  card: string
  isRecorded: boolean
}

async function sell(market: Market, sale: Sale): Promise<void> {
  const trackIds: string[] = []
  for (const { artist, pricePence } of sale.sold) {
    const artistId = market.artists[artist]?.id ?? ''
    trackIds.push((await createTrack(market.app.db, { artistId, pricePence })).id)
  }
  const url = await checkOut(market, { customer: sale.customer, trackIds })
  if (url === null) return
  await payAsCustomer(url, { card: sale.card })
  const sessionId = market.checkouts.find((checkout) => checkout.url === url)?.sessionId
  const as = market.customers[sale.customer]
  if (sale.isRecorded) await call(market, { route: `GET /api/checkout/${sessionId}`, as })
}

type Ordered = { customer: number; artist: number; card: string; isRecorded: boolean }

async function orderCommission(market: Market, ordered: Ordered): Promise<void> {
  const { app } = market
  const [customer, artist] = [market.customers[ordered.customer], market.artists[ordered.artist]]
  if (customer === undefined || artist === undefined) return
  const { id } = await storeCommission(app, { customer, artist, status: 'requested' })
  await noteAnswered(app, { id, customer, artist })
  const response = await call(market, {
    route: 'POST /api/commission/pay',
    as: customer,
    send: { commissionId: id },
  })
  if (response.statusCode !== 200) return
  market.commissionIds.push(id)
  const { sessionUrl } = response.json<{ sessionUrl: string }>()
  await payAsCustomer(sessionUrl, { card: ordered.card })
  const sessionId = /cs_[A-Za-z0-9_]+/.exec(sessionUrl)?.[0]
  if (ordered.isRecorded)
    await call(market, { route: `GET /api/checkout/${sessionId}`, as: customer })
}

/** The steps that lead to a request that is accepted: without them the hourly check would stop its transfers. */
async function noteAnswered(
  { db, clock }: Market['app'],
  { id, customer, artist }: { id: string; customer: TestUser; artist: TestUser },
): Promise<void> {
  const noted = { id, at: clock.now(), text: null }
  await noteStep(db, {
    ...noted,
    step: 'request',
    actor: 'customer',
    actorId: customer.id,
    from: null,
    to: 'pending_artist',
  })
  await noteStep(db, {
    ...noted,
    step: 'accept',
    actor: 'artist',
    actorId: artist.id,
    from: 'pending_artist',
    to: 'requested',
  })
}

/** A commission that is worked on; null if this one is not. */
async function unfrozen({ app, commissionIds, customers }: Market, at: number) {
  const id = chosen(commissionIds, at)
  if (id === undefined) return null
  const { status, frozen_at: frozenAt, customer_id: customerId } = await readStored(app, id)
  if (status !== 'in_progress' || frozenAt !== null) return null
  return { id, customer: customers.find((customer) => customer.id === customerId) }
}

/** An admin approves a part of its price. */
async function divide(
  market: Market,
  { commission, partPence }: { commission: number; partPence: number },
): Promise<void> {
  const work = await unfrozen(market, commission)
  if (work === null) return
  await storeDelivery(market.app, work.id)
  await deliverTo(market.app, work.id)
  const say = { reason: 'We have listened.', note: 'Both are reasonable.' }
  const decided = { ...say, outcome: 'partial', artistPart: (partPence / 100).toFixed(2) }
  for (const [step, send] of [
    ['freeze', say],
    ['decide', decided],
  ] as const) {
    const route = `POST /api/proxy/admin/commissions/${work.id}/${step}`
    await call(market, { route, as: market.admin, send })
  }
}

async function findSale({ app }: Market, at: number) {
  const sales = await app.db
    .selectFrom('sales')
    .innerJoin('payments', 'payments.id', 'sales.payment_id')
    .leftJoin('order_lines', 'order_lines.id', 'sales.order_line_id')
    .select(['sales.id', 'customer_id', 'track_id'])
    .orderBy('sales.paid_at')
    .orderBy('sales.id')
    .execute()
  return chosen(sales, at)
}

async function giveBack(market: Market, wanted: { sale: number; part: string }): Promise<void> {
  const sale = await findSale(market, wanted.sale)
  if (sale === undefined) return
  const route = `/api/proxy/admin/sales/${sale.id}/refund`
  const seen = await call(market, { route: `GET ${route}`, as: market.admin })
  if (seen.statusCode !== 200) return
  const { leftPence } = seen.json<SaleRefund>()
  const amount = (penceOf(leftPence, wanted.part) / 100).toFixed(2)
  if (leftPence === 0) return
  const say = { reason: 'It stops after a minute.', note: 'Heard in the file.' }
  const send = { ...say, amount, leftPence }
  await call(market, { route: `POST ${route}`, as: market.admin, send })
}

async function ask(market: Market, { sale: at }: { sale: number }): Promise<void> {
  const sale = await findSale(market, at)
  const as = market.customers.find(({ id }) => id === sale?.customer_id)
  if (typeof sale?.track_id !== 'string') return
  const route = `POST /api/proxy/my-tracks/${sale.track_id}/refund-request`
  await call(market, { route, as, send: { reason: 'wrong_key' } })
}

type Listed = { requests: { id: string; sale: { leftPence: number } }[] }

async function answer(
  market: Market,
  { request, decision }: { request: number; decision: string },
): Promise<void> {
  const route = 'GET /api/proxy/admin/refund-requests'
  const listed = await call(market, { route, as: market.admin })
  if (listed.statusCode !== 200) return
  const open = chosen(listed.json<Listed>().requests, request)
  if (open === undefined) return
  const { leftPence } = open.sale
  await call(market, {
    route: `POST /api/proxy/admin/refund-requests/${open.id}/decide`,
    as: market.admin,
    send: { decision, leftPence, reason: 'As you say.', note: 'Heard it.' },
  })
}
