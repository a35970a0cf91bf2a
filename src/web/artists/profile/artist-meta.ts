// An artist's description and structured data for search engines and link previews.

import { artistPath } from '#rules/page-paths.ts'
import { averageText } from '#web/ui/stars.tsx'
import type { ArtistProfile } from './artist-profile.ts'

const maxDescriptionLength = 200

/** The picture of a link to the artist. */
export function artistPicture({ sharePictureUrl, displayName }: ArtistProfile) {
  return { path: sharePictureUrl, description: `A portrait of ${displayName}, with the name.` }
}

export function artistDescription(artist: ArtistProfile): string {
  const { displayName, artistInstrument, numOfUploadedTracks } = artist
  const about = artist.about?.replaceAll(/\s+/g, ' ').trim() ?? ''
  if (about !== '') return shortened(about)
  const instrument = artistInstrument ? `, ${artistInstrument}` : ''
  const tracks =
    numOfUploadedTracks === 1 ? '1 backing track' : `${numOfUploadedTracks} backing tracks`
  return `${displayName}${instrument}: ${tracks} recorded by hand. Hear them, then download them.`
}

function shortened(text: string): string {
  const characters = [...text]
  if (characters.length <= maxDescriptionLength) return text
  return `${characters
    .slice(0, maxDescriptionLength)
    .join('')
    .replace(/\s\S*$/u, '')}…`
}

/** The schema.org data; a rating only if there are ratings. */
export function artistStructuredData(artist: ArtistProfile, publicUrl: string) {
  const { averageTrackRating, numOfRatings } = artist
  return {
    '@context': 'https://schema.org',
    '@type': 'MusicGroup',
    name: artist.displayName,
    description: artistDescription(artist),
    url: new URL(artistPath(artist.id), publicUrl).href,
    ...(artist.avatar !== null && { image: new URL(artist.avatar, publicUrl).href }),
    ...(averageTrackRating !== null &&
      numOfRatings > 0 && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: averageText(averageTrackRating),
          ratingCount: numOfRatings,
        },
      }),
  }
}
