// An artist's profile as the API describes it, and the texts that are made of it.

import type { z } from 'zod'
import type { getArtist } from '#contracts/artists/artists.ts'
import { formatPence } from '#rules/price.ts'
import { averageText as starsText } from '#web/ui/stars.tsx'
import { profileMessages } from './profile-messages.ts'

export type ArtistProfile = z.output<(typeof getArtist)['output']>

/** 'Artist' (D-105) */
export function roleText(role: string | null | undefined): string {
  if (!role) return 'User'
  return role.slice(0, 1).toUpperCase() + role.slice(1)
}

export function commissionPriceText(pence: number | null): string {
  return pence === null ? profileMessages.unknownFigure : formatPence(pence)
}

/** '4.5'; without ratings not available (D-117). */
export function averageText(ratings: Ratings): string {
  return averageOf(ratings) ?? profileMessages.unknownFigure
}

/** '4.5 out of 5 (12 ratings)' */
export function ratingText(ratings: Ratings): string {
  const average = averageOf(ratings)
  const count = ratings.numOfRatings === 1 ? '1 rating' : `${ratings.numOfRatings} ratings`
  return `${average === null ? profileMessages.unknownFigure : `${average} out of 5`} (${count})`
}

function averageOf({ averageTrackRating, numOfRatings }: Ratings): string | null {
  return numOfRatings === 0 || averageTrackRating === null ? null : starsText(averageTrackRating)
}

type Ratings = Pick<ArtistProfile, 'averageTrackRating' | 'numOfRatings'>
