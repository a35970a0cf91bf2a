// What is said when a call about the cart fails: the server's own sentence first (D-049, D-051).

import type { Refused } from '#web/api/result.ts'
import { messages } from '#web/messages.ts'

type Fallbacks = { unreachable: string; silent: string }

/** `unreachable` when the call could not be made, `silent` when it was refused without a sentence. */
export function refusalText(refused: Refused, { unreachable, silent }: Fallbacks): string {
  if (refused.status === 0) return unreachable
  const isSilent = refused.code === 'unknown' && refused.message === messages.unexpectedError
  return isSilent || refused.message === '' ? silent : refused.message
}
