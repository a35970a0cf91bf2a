// A track's title, description and structured data for search engines and link previews.

import { trackPath } from '#rules/page-paths.ts'
import type { Track } from '#contracts/tracks.ts'
import { spokenKey } from '#rules/music/musical-key.ts'
import { formatPence } from '#rules/price.ts'
import { rasterCoverUrl } from '#rules/tracks/track-pictures.ts'
import { genderKeyLabel } from '#rules/music/vocal-range.ts'
import { artistName, sungBy } from './track-artists.tsx'
import { averageText } from '#web/ui/stars.tsx'

/** 'Autumn Leaves in G minor, female key' */
export function trackTitle(track: Track): string {
  const key = spokenKey(track.keySignature)?.replace(/^Key of /, ' in ') ?? ''
  const genderKey = genderKeyLabel(track.vocalGender)?.toLowerCase()
  return `${track.title}${key}${genderKey ? `, ${genderKey}` : ''}`
}

export function trackDescription(track: Track): string {
  const price = formatPence(track.customerPricePence)
  return `${track.type} for ${track.title}, ${sungBy(track.originalArtist)}: ${track.backingTrackType} recorded by ${artistName(track.user)}. Hear it, then download it for ${price}.`
}

/** The schema.org data; a rating only if there are ratings. */
export function trackStructuredData(track: Track & { sharePictureUrl: string }, publicUrl: string) {
  const address = new URL(trackPath(track.id), publicUrl).href
  return {
    '@context': 'https://schema.org',
    '@type': ['Product', 'MusicRecording'],
    name: track.title,
    description: track.description,
    image: [track.sharePictureUrl, rasterCoverUrl(track.coverUrl)].map(
      (path) => new URL(path, publicUrl).href,
    ),
    url: address,
    sku: track.id,
    category: track.type,
    duration: `PT${Math.round(track.durationSeconds)}S`,
    ...(track.user && { byArtist: { '@type': 'MusicGroup', name: artistName(track.user) } }),
    offers: {
      '@type': 'Offer',
      price: (track.customerPricePence / 100).toFixed(2),
      priceCurrency: 'GBP',
      availability: `https://schema.org/${track.isSellable ? 'InStock' : 'OutOfStock'}`,
      url: address,
    },
    ...(track.averageRating !== null &&
      track.numOfRatings > 0 && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: averageText(track.averageRating),
          ratingCount: track.numOfRatings,
        },
      }),
  }
}
