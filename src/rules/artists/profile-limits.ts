// The limits of a profile: texts, the price of a commission, and how long they promise to take.

import { customerPricePence, formatPence, parsePounds, minChargePence } from '../price.ts'
import { problemWithPrice } from '../uploads/upload-limits.ts'

export const displayNameLength = { shortest: 2, longest: 60 } as const
export const maxAboutLength = 500
export const maxInstrumentLength = 60
export const maxYoutubeLinkLength = 2000

/** The promises that the form offers, in days. */
export const deliveryChoices = [1, 2, 3, 5, 7, 10, 14, 21, 28, 42, 56] as const

/** The smallest price that a card can pay (D-044). */
const minCommissionPence = minArtistPrice()

function minArtistPrice(): number {
  for (let pence = 0; ; pence++) if (customerPricePence(pence) >= minChargePence) return pence
}

/** The message for an invalid typed price of a commission; null if it is valid. */
export function problemWithCommissionPrice(text: string): string | null {
  const problem = problemWithPrice(text)
  if (problem !== null) return problem
  return (parsePounds(text) ?? 0) < minCommissionPence
    ? `Card payments start at ${formatPence(minChargePence)}: please enter at least ${formatPence(minCommissionPence)}`
    : null
}

const minuteMs = 60_000
/** Changes of one artist's profile, pictures and examples: each renders pages anew. */
export const profileChangeLimits = [
  { max: 20, periodMs: minuteMs },
  { max: 200, periodMs: 60 * minuteMs },
] as const
