// The result of a browser call without a readable response: the server was not reached, or something between answered instead.

import { apiMessages } from './api-messages.ts'
import type { Refused } from './result.ts'

/** `fetch` throws a TypeError when it gets no response; responses are never thrown as one. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError
}

export const networkError: Refused = {
  ok: false,
  status: 0,
  code: 'network',
  message: apiMessages.network,
}
