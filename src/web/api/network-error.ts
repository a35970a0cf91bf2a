// The result of a browser call that did not reach the server: neither a response nor an unexpected error.

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
