// Prices: integer pence in and out, rounded once, the same code on the server and in the browser.

/** The platform's share of the artist's price, in per cent; the customer pays it on top. */
export const platformFeePercent = 10

/** Paid by the customer for each track. */
export const processingFeePence = 20

/** The card provider refuses smaller charges in GBP. */
export const minChargePence = 30

/** The card provider's largest charge in GBP. */
export const maxChargePence = 99_999_999

/** The platform's share of the artist's price; half a penny is rounded up (BUS-02). */
export function platformFeePence(artistPence: number): number {
  return Math.floor((artistPence * platformFeePercent + 50) / 100)
}

/** The customer's price for a track with the artist price `artistPence`. */
export function customerPricePence(artistPence: number): number {
  return artistPence + platformFeePence(artistPence) + processingFeePence
}

/** The largest artist price whose customer price is within the card provider's limit. */
export const maxArtistPricePence = Math.floor(
  ((maxChargePence - processingFeePence) * 100 + 49) / (100 + platformFeePercent),
)

/**
 * Pounds as people type them: '4.99', '£4', '3,50' and '.5' → 499, 400, 350 and 50. Null for anything else, also for
 * '1,000', which is 1000 to one reader and 1 to another.
 */
export function parsePounds(text: string): number | null {
  const match = /^£?\s*(?=[.,]?\d)(\d{0,7})(?:[.,](\d{0,2}))?$/.exec(text.trim())
  if (!match) return null
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** 4.5 pounds are sent as '4.50'; '0.00' where the text is no price, which a form refuses before (D-056). */
export function sentPounds(text: string): string {
  return ((parsePounds(text) ?? 0) / 100).toFixed(2)
}

let pounds: Intl.NumberFormat | undefined

// A word joiner follows it: a line may end between the two signs otherwise.
const minus = '−\u2060'

/** 123450 → '£1,234.50', -50 → '−£0.50'; anything that is not a number → 'N/A'. */
export function formatPence(pence: number | null | undefined): string {
  if (typeof pence !== 'number' || !Number.isFinite(pence)) return 'N/A'
  // At first use: it takes 10 ms or more, and the processes that read uploads import this file without a price.
  pounds ??= new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
  return pounds.format(pence / 100).replace('-', minus)
}
