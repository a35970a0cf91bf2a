// Each demo object has the same id in every database, so that seeding can resume where it stopped.

import { createHash } from 'node:crypto'

type DemoKind = 'user' | 'track' | 'comment' | 'review' | 'commission' | 'delivery'

export function demoIdOf(kind: DemoKind, name: string): string {
  const hex = createHash('sha256').update(`demo ${kind} ${name}`).digest('hex')
  // Formatted as a version-8 UUID, the version for custom schemes (RFC 9562).
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
