// What a request's form needs before it is shown: the artist with the price, and what the fields begin with.

import type { z } from 'zod'
import type { getArtist } from '#contracts/artists/artists.ts'
import type { Track } from '#contracts/tracks.ts'
import type { RequestAddress } from '#rules/commissions/request-address.ts'
import { requestOfTrack, type RequestTexts } from '#rules/commissions/request-texts.ts'
import { withTuning } from '#rules/listening/tuning.ts'
import { trackPath } from '#rules/page-paths.ts'

export type RequestedArtist = Pick<
  z.output<(typeof getArtist)['output']>,
  | 'id'
  | 'username'
  | 'displayName'
  | 'customerCommissionPricePence'
  | 'availableForCommission'
  | 'isFullyBooked'
  | 'maxTimeTakenForCommission'
  | 'includedRevisions'
  | 'offers'
>

export type RequestStart = { artist: RequestedArtist; initial: RequestTexts }

/** An artist who can be asked: with the name and the price. */
export type AskedArtist = RequestedArtist & { customerCommissionPricePence: number }

/** Until both are known there is no form (COM-11). */
export function canBeAsked(artist: RequestedArtist): artist is AskedArtist {
  return artist.username !== '' && (artist.customerCommissionPricePence ?? 0) > 0
}

/** The address names the offer; without one, that of the earlier request holds. */
export function withOffer(texts: RequestTexts, { offerId }: RequestAddress): RequestTexts {
  return offerId === null ? texts : { ...texts, offerId }
}

/** @param origin of this site, for the link to the track */
export function startOfTrack(
  track: Track | null,
  { artistId, tuning }: RequestAddress,
  origin: string,
): RequestTexts {
  // A new recording is asked of the artist who has recorded it.
  if (track === null || track.user?.id !== artistId) return {}
  const link = withTuning(new URL(trackPath(track.id), origin).href, tuning)
  return requestOfTrack(track, tuning, link)
}
