// Maps an artist's row to the contract.

import type { Artist } from '#contracts/artists/artists.ts'
import { deliveryPromiseText } from '#rules/artists/time-words.ts'
import { customerPricePence } from '#rules/price.ts'
import type { ArtistRow } from './artist-queries.ts'

const hoursPerDay = 24

export function presentArtist(row: ArtistRow): Artist {
  const pricePence =
    row.commission_price_pence === null ? null : customerPricePence(row.commission_price_pence)
  const examples = row.examples.map(presentExample)
  const hours = row.average_completion_hours
  return {
    id: row.artist_id,
    username: row.username,
    displayName: row.display_name ?? row.username,
    avatar: row.avatar,
    role: row.role,
    banned: row.banned,
    about: row.about,
    artistInstrument: row.instrument,
    artistYoutubeLink: row.youtube_url,
    artistExample: examples[0]?.url ?? null,
    artistExamples: examples,
    averageTrackRating: row.rating_count === 0 ? null : row.rating_sum / row.rating_count,
    numOfRatings: row.rating_count,
    numOfReviews: row.reviews,
    numOfCommissions: row.commissions,
    numOfUploadedTracks: row.tracks,
    numOfFollowers: row.followers,
    availableForCommission: row.takes_commissions,
    isFullyBooked: row.wants_commissions && !row.takes_commissions,
    customerCommissionPrice: pricePence === null ? null : pricePence / 100,
    customerCommissionPricePence: pricePence,
    maxTimeTakenForCommission: deliveryPromiseText(row.delivery_days),
    includedRevisions: row.included_revisions,
    averageCommissionCompletionTimeHours: hours,
    averageCommissionCompletionTime: hours === null ? null : hours / hoursPerDay,
    lastOnline: row.last_online_at?.toISOString() ?? null,
    dateJoined: row.joined_at.toISOString(),
  }
}

function presentExample({ id, description, created_at }: ArtistRow['examples'][number]) {
  return {
    id,
    url: exampleUrl(id),
    description,
    uploadedAt: new Date(created_at).toISOString(),
  }
}

/** The address of the endpoint `streamExample`. */
export const exampleUrl = (id: string) => `/public/examples/${id}/audio.mp3`
