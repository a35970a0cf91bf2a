// Random ids in the provider's shapes.
import { randomInt } from 'node:crypto'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

// The id of a session or a link is all a browser needs to use it, so these are too long to guess.
const lengths: Record<string, number> = { cs_test: 58, link: 40, setup: 40 }

/** e.g. `newId('tr')` → `tr_3MbUwcCc7AqKR1Dy5vnMgqsV` */
export function newId(prefix: string): string {
  const length = lengths[prefix] ?? 24
  const text = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
  return `${prefix}_${text}`
}

/** The id of an object that another one references, by its id or (expanded) as a whole. */
export function idOf(reference: string | { id: string } | null | undefined): string {
  if (!reference) return ''
  return typeof reference === 'string' ? reference : reference.id
}
