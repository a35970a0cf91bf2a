// An artist who sells: tracks in orders, commissions at every stage, and what the artist reads of them.

import type { Sale, SaleList, SalesSummary } from '#contracts/sales.ts'
import type { SalesFilter } from '#rules/sales/sales-search.ts'
import { createAdmin } from '../access/admin-user.ts'
import { deliverTo, openPayment, receiveEvents } from '../commissions/paying.ts'
import {
  createCommissionArtist,
  storeCommission,
  storeDelivery,
} from '../commissions/stored-commission.ts'
import { paidCart, pay } from '../shopping.ts'
import { createTrack, createUser, type TestApp, type TestUser } from '../test-app.ts'

export async function salesFixture(app: TestApp) {
  const [rosa, mia, admin] = [
    await createCommissionArtist(app, { commission_places: 20 }),
    await createUser(app),
    await createAdmin(app),
  ]
  return { app, rosa, mia, admin }
}

type Sold = { artist: TestUser; pricePence: number; title?: string }

/** One order of new tracks, paid; their transfers are queued. */
export async function sellTracks(
  app: TestApp,
  customer: TestUser,
  sold: readonly Sold[],
  card?: string,
) {
  const ids: string[] = []
  for (const { artist, ...track } of sold) {
    const { id } = await createTrack(app.db, { artistId: artist.id, ...track })
    ids.push(id)
  }
  return { ...(await paidCart(app, customer, ids, card)), trackIds: ids }
}

/** At £40.00, paid at the provider and held. Returns its id. */
export async function holdCommission(
  app: TestApp,
  { customer, artist, name }: { customer: TestUser; artist: TestUser; name?: string },
): Promise<string> {
  const { id } = await storeCommission(app, {
    customer,
    artist,
    status: 'requested',
    ...(name === undefined ? {} : { changes: { name } }),
  })
  const { url, sessionId } = await openPayment(app, customer, id)
  await pay(url)
  await receiveEvents(app, sessionId)
  return id
}

/** By an admin, for a part of its price. */
export async function approvePart(
  app: TestApp,
  admin: TestUser,
  { id, partPence }: { id: string; partPence: number },
): Promise<void> {
  await storeDelivery(app, id)
  await deliverTo(app, id)
  const say = { reason: 'We have listened.', note: 'Both are reasonable.' }
  for (const [step, send] of [
    ['freeze', say],
    ['decide', { ...say, outcome: 'partial', artistPart: (partPence / 100).toFixed(2) }],
  ] as const) {
    const response = await app.call(`POST /api/proxy/admin/commissions/${id}/${step}`, {
      as: admin,
      send,
    })
    if (response.statusCode !== 200) throw new Error(`Not done: ${response.body}`)
  }
}

export { approve as approveCommission, giveUp as giveCommissionUp } from '../commissions/paying.ts'

export async function readSummary(app: TestApp, as: TestUser): Promise<SalesSummary> {
  return read(app, as, 'GET /api/artist/sales/summary')
}

export async function listSales(
  app: TestApp,
  as: TestUser,
  { page = 1, ...filter }: SalesFilter & { page?: number } = {},
): Promise<SaleList> {
  return read(app, as, `GET /api/artist/sales?${queryOf({ ...filter, page: String(page) })}`)
}

/** Of every page. */
export async function listAllSales(
  app: TestApp,
  as: TestUser,
  filter: SalesFilter = {},
): Promise<Sale[]> {
  const { sales, totalPages } = await listSales(app, as, filter)
  const all = [...sales]
  for (let page = 2; page <= totalPages; page++)
    all.push(...(await listSales(app, as, { ...filter, page })).sales)
  return all
}

export async function downloadSales(
  app: TestApp,
  as: TestUser,
  filter: SalesFilter = {},
): Promise<string> {
  const response = await app.call(`GET /api/artist/sales.csv?${queryOf(filter)}`, { as })
  if (response.statusCode !== 200) throw new Error(`No file: ${response.body}`)
  return response.body
}

function queryOf(parameters: Record<string, string | undefined>): string {
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return new URLSearchParams(given).toString()
}

async function read<Output>(app: TestApp, as: TestUser, route: string): Promise<Output> {
  const response = await app.call(route, { as })
  if (response.statusCode !== 200) throw new Error(`${route}: ${response.body}`)
  return response.json<Output>()
}
