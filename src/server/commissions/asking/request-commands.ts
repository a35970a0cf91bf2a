// Asking an artist for a recording: who may, how often, and what is frozen at that moment.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '#rules/errors/refusal.ts'
import { answerByOf } from '#rules/commissions/commission-deadlines.ts'
import {
  commissionRequestLimits,
  maxUnpaid,
  maxUnpaidOfArtist,
} from '#rules/commissions/commission-limits.ts'
import { commissionProcess, unpaidStatuses } from '#rules/commissions/commission-process.ts'
import { customerPricePence, platformFeePence, processingFeePence } from '#rules/price.ts'
import { lockParties } from '#server/accounts/account-lock.ts'
import { countUserAction } from '#server/db/count-attempts.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'
import { publish } from '#server/events/site-events.ts'
import { listedTracks } from '#server/tracks/listed-tracks.ts'
import { tellOfStep } from '../commission-notices.ts'
import { commissionWords } from '../commission-words.ts'
import { commissionChanged, noteStep, type CommissionDeps } from '../take-step.ts'

export type CommissionRequest = {
  customerId: string
  artistId: string
  name: string
  requirements: string
  guideTrackUrl: string | null
  wantsGuideTrack: boolean
  trackId: string | null
  /** Null for the plain price. */
  offerId: string | null
  /** The price that the customer has seen; null if that is not known. */
  shownPricePence: number | null
  requestKey: string | null
}

type Terms = Awaited<ReturnType<typeof findTerms>>

/**
 * Returns the id. A request that is sent again with its key and its words is the one that was made.
 * @throws Refusal login_required, banned, not_found, own_commission, artist_suspended, not_taking_commissions, fully_booked,
 * offer_not_available, commission_price_changed, too_many_unpaid_of_artist, too_many_unpaid, too_many_requests_for_commissions
 */
export async function requestCommission(
  { db, ...deps }: CommissionDeps & { db: Db },
  request: CommissionRequest,
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    // A customer's requests come one after the other: they are counted, and the same press finds what it has made.
    await lockParties(tx, { actorId: request.customerId, otherId: request.artistId })
    const made = await findMade(tx, request)
    if (made?.isSame) return made.id
    if (request.artistId === request.customerId) throw new Refusal('own_commission')
    const terms = await findTerms(tx, request)
    refuseOtherPrice(terms, request)
    if (request.trackId !== null) await refuseOtherTrack(tx, request)
    await refuseTooMany(tx, request)
    // A page to which Back leads has its old key, and maybe other words: they are another press.
    const requestKey = made ? null : request.requestKey
    return insertRequest(tx, deps, { request: { ...request, requestKey }, terms })
  })
}

function findMade(
  tx: Db,
  { customerId, requestKey, artistId, name, requirements, offerId }: CommissionRequest,
) {
  return tx
    .selectFrom('commissions')
    .select('id')
    .select((eb) =>
      eb
        .and([
          eb('artist_id', '=', artistId),
          eb('name', '=', name),
          eb('requirements', '=', requirements),
          // Of an offer that was removed since, only the title is left.
          sql<boolean>`coalesce(offer_id = ${offerId}::uuid, (offer_title is null) = ${offerId === null}::boolean)`,
        ])
        .as('isSame'),
    )
    .where('customer_id', '=', customerId)
    .where('request_key', '=', requestKey)
    .executeTakeFirst()
}

/** The artist's price and promise as they are now, or those of the offer. */
async function findTerms(tx: Db, { artistId, offerId }: CommissionRequest) {
  const artist = await tx
    .selectFrom('users')
    .leftJoin('artists', 'artists.artist_id', 'users.id')
    .select(['users.banned', 'users.deleted_at', 'artists.artist_id'])
    .select(['commission_price_pence', 'delivery_days', 'included_revisions'])
    .select(['wants_commissions', 'takes_commissions'])
    .select(nameOf().as('name'))
    .where('users.id', '=', artistId)
    .executeTakeFirst()
  if (artist?.deleted_at) throw new Refusal('artist_suspended')
  // Before the suspension: of somebody who is no artist it is nobody's business.
  if (!artist?.artist_id) throw new Refusal('not_found')
  if (artist.banned) throw new Refusal('artist_suspended')
  const { commission_price_pence: pricePence, included_revisions: revisions } = artist
  if (!artist.wants_commissions || pricePence === null || revisions === null)
    throw new Refusal('not_taking_commissions')
  if (!artist.takes_commissions) throw new Refusal('fully_booked')
  const plain = { name: artist.name, pricePence, revisions, deliveryDays: artist.delivery_days }
  if (offerId === null) return { ...plain, offer: null }
  const { id, title, ...offered } = await findOffer(tx, { artistId, offerId })
  return { ...plain, ...offered, offer: { id, title } }
}

/** One that is off, was removed or is another artist's is not available. */
async function findOffer(tx: Db, { artistId, offerId }: { artistId: string; offerId: string }) {
  const offer = await tx
    .selectFrom('artist_offers')
    .select(['id', 'title', 'artist_pence as pricePence', 'delivery_days as deliveryDays'])
    .where('id', '=', offerId)
    .where('artist_id', '=', artistId)
    .where('is_on', '=', true)
    .executeTakeFirst()
  if (!offer) throw new Refusal('offer_not_available')
  return offer
}

/** The artist may have changed it while the form was open. */
function refuseOtherPrice({ pricePence }: Terms, { shownPricePence: shown }: CommissionRequest) {
  if (shown !== null && shown !== customerPricePence(pricePence))
    throw new Refusal('commission_price_changed')
}

/** The track that it shall be a new recording of is one of this artist's, as everybody sees it. */
async function refuseOtherTrack(tx: Db, { trackId, artistId }: CommissionRequest): Promise<void> {
  const track = await listedTracks(tx)
    .select('tracks.id')
    .where('tracks.id', '=', trackId)
    .where('tracks.artist_id', '=', artistId)
    .executeTakeFirst()
  if (!track) throw new Refusal('not_found')
}

async function refuseTooMany(tx: Db, { customerId, artistId }: CommissionRequest): Promise<void> {
  const { all, ofArtist } = await tx
    .selectFrom('commissions')
    .select((eb) => [
      eb.fn.countAll<string>().as('all'),
      eb.fn.countAll<string>().filterWhere('artist_id', '=', artistId).as('ofArtist'),
    ])
    .where('customer_id', '=', customerId)
    .where('status', 'in', unpaidStatuses)
    .executeTakeFirstOrThrow()
  if (Number(ofArtist) >= maxUnpaidOfArtist) throw new Refusal('too_many_unpaid_of_artist')
  if (Number(all) >= maxUnpaid) throw new Refusal('too_many_unpaid')
  await countUserAction(tx, {
    kind: 'commissions',
    userId: customerId,
    limits: commissionRequestLimits,
    refusal: 'too_many_requests_for_commissions',
  })
}

/** Prices, promise, revisions and names are those of this moment, whatever changes later (D-030). */
async function insertRequest(
  tx: Db,
  { clock, spans }: CommissionDeps,
  { request, terms }: { request: CommissionRequest; terms: Terms },
): Promise<string> {
  const now = clock.now()
  const { pricePence } = terms
  const { start } = commissionProcess
  const { name: customerName } = await tx
    .selectFrom('users')
    .select(nameOf().as('name'))
    .where('id', '=', request.customerId)
    .executeTakeFirstOrThrow()
  const commission = await tx
    .insertInto('commissions')
    .values({
      id: randomUUID(),
      customer_id: request.customerId,
      artist_id: request.artistId,
      status: start,
      name: request.name,
      requirements: request.requirements,
      guide_track_url: request.guideTrackUrl,
      wants_guide_track: request.wantsGuideTrack,
      track_id: request.trackId,
      offer_id: terms.offer?.id ?? null,
      offer_title: terms.offer?.title ?? null,
      request_key: request.requestKey,
      customer_name: customerName,
      artist_name: terms.name,
      ...commissionWords({ name: request.name, artistName: terms.name, customerName }),
      artist_pence: pricePence,
      platform_fee_pence: platformFeePence(pricePence),
      processing_fee_pence: processingFeePence,
      customer_pence: customerPricePence(pricePence),
      delivery_days: terms.deliveryDays ?? spans.usualDeliveryDays,
      max_revisions: terms.revisions,
      answer_by: answerByOf(now, spans),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const { id } = commission
  const step = { step: 'request', actor: 'customer', text: null } as const
  const noted = { ...step, id, actorId: request.customerId, at: now, from: null, to: start }
  const stepId = await noteStep(tx, noted)
  await publish(tx, commissionChanged(commission))
  await tellOfStep(tx, commission, { ...step, stepId })
  return id
}
