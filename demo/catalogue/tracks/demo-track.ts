// The types of the demo catalogue's artists, listeners and tracks, and of what they do.

import type { nothingEntered } from '#contracts/track-details.ts'
import type { deliveryChoices } from '#rules/artists/profile-limits.ts'
import type { OfferFits } from '#rules/artists/offers.ts'
import type { ContactSubject } from '#rules/contact/contact-limits.ts'
import type { FlagType } from '#rules/moderation/flag-limits.ts'
import type { Instrumentation, TrackFormat } from '#rules/tracks/track-options.ts'
import type { MusicSpec } from '../../music/score/music-spec.ts'

export type DemoArtist = {
  username: string
  displayName: string
  email: string
  about: string
  instrument: string
  /** What the artist receives for a commission; without it the artist takes none. */
  commissionPricePence?: number
  deliveryDays?: (typeof deliveryChoices)[number]
  /** Beside the plain price, in this order. */
  offers?: readonly DemoOffer[]
  /** How the artist plays: beginnings of own tracks, by their slugs. */
  examples: readonly { slug: string; description: string }[]
}

export type DemoOffer = {
  title: string
  description: string
  /** What the artist receives. */
  pricePence: number
  promiseDays: (typeof deliveryChoices)[number]
  fits: OfferFits
}

/** An artist's time on the site, and what others think. */
export type DemoArtistReception = {
  onlineDaysAgo: number
  joinedDaysAgo: number
  followers: number
  reviews: { author: string; text: string; ageDays: number; answer?: string }[]
}

export type DemoListener = { username: string; email: string; joinedDaysAgo: number }

export type DemoRating = { listener: string; stars: number }

export type DemoComment = { listener: string; text: string; ageDays: number }

/** The artist's text and music. */
export type DemoUpload = Partial<typeof nothingEntered> & {
  slug: string
  title: string
  originalArtist: string
  description: string
  pricePence: number
  format: TrackFormat
  instrumentation: Instrumentation
  isHigher: boolean
  isLower: boolean
  ageDays: number
  music: MusicSpec
}

/** Its ratings, counts and comments. */
export type DemoReception = {
  purchases: number
  downloads: number
  plays: number
  ratings: DemoRating[]
  comments: DemoComment[]
}

export type DemoTrack = DemoUpload & DemoReception & { artist: string }

/** Users and tracks by their usernames and slugs. */
export type DemoPurchase = { customer: string; tracks: readonly string[] }

export type DemoFlag = {
  track: string
  reporter: string
  type: FlagType
  reason: string
  ageDays: number
  /** An admin looks at it, with this note. */
  review?: { note: string }
}

export type DemoMessage = {
  name: string
  subject: ContactSubject
  message: string
  ageDays: number
} & ({ sender: string; email?: never } | { sender: null; email: string })

/** One moment of a commission: who acts is in its name. */
export type DemoStep = { daysAgo: number; time: string } & (
  | {
      step:
        | 'request'
        | 'accept'
        | 'reject'
        | 'pay'
        // The money comes in days later.
        | 'paySlowly'
        | 'requestChanges'
        | 'approve'
        | 'dispute'
        | 'answerDispute'
        | 'giveUp'
      /** A message, a reason or feedback. */
      text?: string
    }
  /** A recording by its name in recordings.ts. */
  | { step: 'deliver'; recording: string }
)

/** Of the demo's singer. */
export type DemoCommission = {
  slug: string
  artist: string
  name: string
  requirements: string
  /** On the first page of the catalogue: it shall be another recording of this one. */
  track?: string
  guideTrackUrl?: string
  wantsGuide?: boolean
  /** The title of the artist's offer; without it the plain price. */
  offer?: string
  steps: readonly DemoStep[]
  /** The card provider has asked the artist for a bank account again, and then this happens. */
  afterRestriction?: readonly DemoStep[]
}
