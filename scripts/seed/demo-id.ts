// The same demo thing has the same id in every shop, so that seeding can go on where it stopped.

import { createHash } from 'node:crypto'

export function demoIdOf(kind: 'user' | 'track' | 'comment', name: string): string {
  const hex = createHash('sha256').update(`demo ${kind} ${name}`).digest('hex')
  // Shaped as a version-8 UUID: made by its owner's own rule (RFC 9562).
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
