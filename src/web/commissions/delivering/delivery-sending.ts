// A delivery on its way from this browser tab: its files are sent one after the other, the sung guide first, so that the
// recording's last byte is the delivery's.

import type { Refused } from '#web/api/result.ts'

export type SendingPart = 'guide' | 'recording'

export type DeliverySending =
  | { name: 'sending'; part: SendingPart; percent: number; secondsLeft: number | null }
  /** Without a connection; sending goes on by itself. */
  | { name: 'waiting'; part: SendingPart; percent: number }
  /** Every byte is stored, or the server takes none any more: the commission says which. */
  | { name: 'arrived' }
  /** Null where the code that sends files could not be loaded. */
  | { name: 'refused'; refused: Refused | null }

export type DeliveryFiles = { recording: File; guide: File | null }

/** Leaving the page would stop it. */
export function isOnTheWay({ name }: DeliverySending): boolean {
  return name === 'sending' || name === 'waiting'
}
