// The message for a failed cart call: the server's own message first (D-049, D-051).

import type { Refused } from '#web/api/result.ts'

type Fallbacks = { unreachable: string; silent: string }

/** `unreachable` when the server was not reached, `silent` when the response had no message. */
export function refusalText(refused: Refused, { unreachable, silent }: Fallbacks): string {
  if (refused.status === 0) return unreachable
  return refused.code === 'unknown' ? silent : refused.message
}
