// A page's own calls that found no server: neither an answer nor a fault of ours.

import { words } from '#web/words.ts'
import type { Refused } from './attempt.ts'

/** What `fetch` throws when it gets no answer; answers of any kind are thrown as something else. */
export function isUnreached(error: unknown): boolean {
  return error instanceof TypeError
}

export const unreached: Refused = { ok: false, status: 0, code: 'network', message: words.network }
