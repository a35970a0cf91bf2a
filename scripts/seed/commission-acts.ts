// What the two parties of a demo commission do, each by the command that the site runs for it.

import { createReadStream } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import type { DemoCommission, DemoStep } from '../../demo/catalogue/tracks/demo-track.ts'
import { answerRequest } from '../../src/server/commissions/asking/answer-commands.ts'
import {
  payCommission,
  type CheckoutDeps,
} from '../../src/server/commissions/commission-checkout.ts'
import {
  openDeliveryForms,
  receiveDelivery,
} from '../../src/server/commissions/deliveries/delivery-intake.ts'
import { prepareDelivery } from '../../src/server/commissions/deliveries/delivery-preparation.ts'
import {
  answerDispute,
  openDispute,
} from '../../src/server/commissions/judging/dispute-commands.ts'
import {
  approveDelivery,
  giveUp,
  requestChanges,
} from '../../src/server/commissions/judging/judging-commands.ts'
import { requestCommission } from '../../src/server/commissions/asking/request-commands.ts'
import type { AudioEngine } from '../../src/server/gateways/audio/audio-engine.ts'
import type { Storage } from '../../src/server/gateways/storage/storage.ts'
import { sendRefund } from '../../src/server/payments/refunds.ts'
import { sendTransfer } from '../../src/server/payments/transfers.ts'
import { listedTracks } from '../../src/server/tracks/listed-tracks.ts'
import { demoIdOf } from './demo-id.ts'
import { payCheckout, testCards } from './pay-checkout.ts'
import type { Recordings } from './record-deliveries.ts'

export type ActDeps = CheckoutDeps & {
  storage: Storage
  audio: AudioEngine
  recordings: Recordings
  log: FastifyBaseLogger
  signal: AbortSignal
}

type Played = { commission: DemoCommission; customerId: string; artistId: string }

export async function act(deps: ActDeps, played: Played, step: DemoStep): Promise<void> {
  if (step.step === 'request') return request(deps, played)
  const { customerId, artistId } = played
  const id = await findCommissionId(deps, played)
  const text = 'text' in step ? step.text : undefined
  const words = text ?? ''
  switch (step.step) {
    case 'accept':
    case 'reject':
      return answerRequest(deps, { id, artistId, action: step.step, message: text ?? null })
    case 'pay':
    case 'paySlowly': {
      const url = await payCommission(deps, { commissionId: id, customerId })
      return payCheckout(deps, url, testCards[step.step === 'pay' ? 'usual' : 'slow'])
    }
    case 'deliver':
      return deliver(deps, { ...played, id }, step.recording)
    case 'requestChanges':
      return requestChanges(deps, { id, customerId, deliveryId: null, feedback: words })
    case 'approve':
      await approveDelivery(deps, { id, customerId, deliveryId: null })
      return settle(deps, id)
    case 'dispute':
      return openDispute(deps, { id, customerId, description: words })
    case 'answerDispute':
      return answerDispute(deps, { id, artistId, answer: words })
    case 'giveUp':
      await giveUp(deps, { id, artistId, reason: words })
      return settle(deps, id)
  }
}

const requestKeyOf = ({ slug }: DemoCommission) => demoIdOf('commission', slug)

async function request(deps: ActDeps, { commission, customerId, artistId }: Played): Promise<void> {
  const { name, requirements, track, offer, guideTrackUrl = null, wantsGuide = false } = commission
  await requestCommission(deps, {
    customerId,
    artistId,
    name,
    requirements,
    guideTrackUrl,
    wantsGuideTrack: wantsGuide,
    trackId: track === undefined ? null : await findListed(deps, track),
    offerId: offer === undefined ? null : await findOffer(deps, { artistId, title: offer }),
    shownPricePence: null,
    requestKey: requestKeyOf(commission),
  })
}

/** Null when the artist does not make it any more. */
async function findOffer(
  { db }: ActDeps,
  { artistId, title }: { artistId: string; title: string },
) {
  const offer = await db
    .selectFrom('artist_offers')
    .select('id')
    .where('artist_id', '=', artistId)
    .where('title', '=', title)
    .where('is_on', '=', true)
    .executeTakeFirst()
  return offer?.id ?? null
}

/** Null when its artist has withdrawn it meanwhile. */
async function findListed({ db }: ActDeps, slug: string): Promise<string | null> {
  const track = await listedTracks(db)
    .select('tracks.id')
    .where('tracks.id', '=', demoIdOf('track', slug))
    .executeTakeFirst()
  return track?.id ?? null
}

async function findCommissionId({ db }: ActDeps, { commission, customerId }: Played) {
  const { id } = await db
    .selectFrom('commissions')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('request_key', '=', requestKeyOf(commission))
    .executeTakeFirstOrThrow()
  return id
}

/** The job that prepares it as well finds it ready. */
async function deliver(
  deps: ActDeps,
  { commission, id: commissionId, artistId }: Played & { id: string },
  recording: string,
): Promise<void> {
  const { db, clock, recordings } = deps
  const id = demoIdOf('delivery', `${commission.slug} ${clock.now().getTime()}`)
  const body = createReadStream(recordings.fileOf(recording))
  const delivery = { id, commissionId, artistId, fileName: `${recording}.wav`, body }
  await receiveDelivery({ ...deps, forms: openDeliveryForms() }, delivery)
  const received = await db
    .selectFrom('commission_deliveries')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const audio = { ...deps.audio, prepareDelivery: async () => recordings.preparedOf(recording) }
  await prepareDelivery({ ...deps, audio }, received, deps)
}

/** What is owed to the artist, or back to the customer, is sent at once, as by the site's jobs. */
async function settle(deps: ActDeps, commissionId: string): Promise<void> {
  const owed = (table: 'transfers' | 'refunds') =>
    deps.db
      .selectFrom(table)
      .innerJoin('commissions', 'commissions.payment_id', `${table}.payment_id`)
      .select(`${table}.id`)
      .where('commissions.id', '=', commissionId)
      .execute()
  for (const { id } of await owed('transfers')) await sendTransfer(deps, id)
  for (const { id } of await owed('refunds')) await sendRefund(deps, id)
}
