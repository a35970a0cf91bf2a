// An artist's profile as the API describes it, and the texts that are made of it.

import type { z } from 'zod'
import type { getArtist } from '#contracts/artists/artists.ts'
import { formatPence } from '#rules/price.ts'
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
export function averageText({ averageTrackRating, numOfRatings }: Ratings): string {
  if (averageTrackRating === null || numOfRatings === 0) return profileMessages.unknownFigure
  return averageTrackRating.toFixed(1)
}

/** '4.5 out of 5 (12 ratings)' */
export function ratingText(ratings: Ratings): string {
  const average = averageText(ratings)
  const count = ratings.numOfRatings === 1 ? '1 rating' : `${ratings.numOfRatings} ratings`
  const isKnown = average !== profileMessages.unknownFigure
  return `${isKnown ? `${average} out of 5` : average} (${count})`
}

type Ratings = Pick<ArtistProfile, 'averageTrackRating' | 'numOfRatings'>
