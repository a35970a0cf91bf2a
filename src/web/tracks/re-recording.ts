// What another recording of a track costs at its artist's, and where it is asked for: loaded by the server only, because a
// track's page loads little.

import type { z } from 'zod'
import type { getArtist } from '#contracts/artists/artists.ts'
import { offerForAnotherKey } from '#rules/artists/offers.ts'
import { commissionRequestPath } from '#rules/commissions/commission-paths.ts'
import { formatPence } from '#rules/price.ts'

type Artist = Pick<
  z.output<(typeof getArtist)['output']>,
  | 'id'
  | 'availableForCommission'
  | 'customerCommissionPricePence'
  | 'maxTimeTakenForCommission'
  | 'offers'
>

/** In the key of the recording, and in another one, after the artist's name; null where the artist cannot be asked. */
export function reRecordingOf(track: string, artist: Artist | null | undefined) {
  const pence = artist?.customerCommissionPricePence ?? 0
  if (!artist?.availableForCommission || pence <= 0) return null
  const plain = { path: commissionRequestPath(artist.id, { track }) }
  const plainTerms = termsOf(pence, artist.maxTimeTakenForCommission)
  const sameKey = { ...plain, words: `record it for you ${plainTerms}` }
  const offer = offerForAnotherKey(artist.offers)
  if (offer === undefined)
    return { sameKey, otherKey: { ...plain, words: `${inThisKey} ${plainTerms}` } }
  const otherKey = {
    path: commissionRequestPath(artist.id, { track, offer: offer.id }),
    words: `${inThisKey} ${termsOf(offer.customerPricePence, offer.maxTimeTaken)}`,
  }
  return { sameKey, otherKey }
}

const inThisKey = 're-record it in this key'
export type ReRecording = NonNullable<ReturnType<typeof reRecordingOf>>

const termsOf = (pence: number, time: string) => `(${formatPence(pence)}, within ${time})`
