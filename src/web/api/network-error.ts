// A page's own calls that found no server: neither an answer nor a fault of ours.

import { messages } from '#web/messages.ts'
import type { Refused } from './result.ts'

/** What `fetch` throws when it gets no answer; answers of any kind are thrown as something else. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError
}

export const networkError: Refused = {
  ok: false,
  status: 0,
  code: 'network',
  message: messages.network,
}
