// Commissions that lived through their steps as the site takes them, with a payment at the provider.

import { pay } from '../shopping.ts'
import { createUser, type TestApp, type TestUser } from '../test-app.ts'
import { sendDelivery } from './delivering.ts'
import { openPayment, receiveEvents } from './paying.ts'
import { askForCommission, createCommissionArtist } from './stored-commission.ts'

/** The status that each one stops in. */
const stages = [
  'pending_artist',
  'requested',
  'in_progress',
  'delivered',
  'completed',
  'cancelled',
] as const
type Stage = (typeof stages)[number]
type Lived = Record<Stage, string>

/** Mia and Tom, with one commission at £40.00 in each of these statuses; the cancelled one was paid and is given back. */
export async function openLivedCommissions(app: TestApp) {
  const parties = { customer: await createUser(app), artist: await createCommissionArtist(app) }
  const lived: [Stage, string][] = []
  for (const stage of stages) lived.push([stage, await liveUntil(app, parties, stage)])
  // Every stage has one.
  const commissions = Object.fromEntries(lived) as Lived
  return { app, ...parties, ...commissions }
}

type Parties = { customer: TestUser; artist: TestUser }

export async function liveUntil(app: TestApp, parties: Parties, stage: Stage): Promise<string> {
  const { customer, artist } = parties
  const commissionId = await askForCommission(app, parties)
  const call = async (route: string, as: TestUser, send: object) => {
    const response = await app.call(route, { as, send })
    if (response.statusCode !== 200) throw new Error(`${route}: ${response.body}`)
  }
  if (stage === 'pending_artist') return commissionId
  await call('POST /api/commission/artist/respond', artist, { commissionId, action: 'accept' })
  if (stage === 'requested') return commissionId
  const { url, sessionId } = await openPayment(app, customer, commissionId)
  await pay(url)
  await receiveEvents(app, sessionId)
  if (stage === 'in_progress') return commissionId
  if (stage === 'cancelled') {
    await call(`POST /api/commissions/${commissionId}/give-up`, artist, { reason: 'I am ill.' })
  } else {
    await sendDelivery(app, artist, { commissionId })
    await app.work()
    if (stage === 'completed')
      await call(`POST /api/commissions/${commissionId}/confirm`, customer, { action: 'approve' })
  }
  await app.work()
  return commissionId
}
