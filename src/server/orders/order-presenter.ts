import type { OwnedTrack } from '#contracts/orders.ts'
import { presentTrack, type ListedTrack } from '#server/tracks/track-presenter.ts'
import { originalFileName } from './owned-file.ts'

type OwnedRow = ListedTrack & {
  granted_at: Date
  customer_pence: number
  original_container: string
  original_bytes: string | number
}

export function presentOwnedTrack(row: OwnedRow): OwnedTrack {
  return {
    track: presentTrack(row),
    boughtAt: row.granted_at.toISOString(),
    paidPence: row.customer_pence,
    fileName: originalFileName(row),
    format: row.original_container.toUpperCase(),
    bytes: Number(row.original_bytes),
  }
}
