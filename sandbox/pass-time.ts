// What happens by itself when the sandbox's clock moves on.
import { forgetOldKeys } from './api/idempotency.ts'
import { expireDueSessions } from './checkout/expire-sessions.ts'
import { settlePending } from './money/balance.ts'
import type { Sandbox } from './sandbox.ts'

/** Call it in a transaction, before anything looks at objects whose state depends on the time. */
export function passTime(sandbox: Sandbox): void {
  expireDueSessions(sandbox)
  settlePending(sandbox)
  forgetOldKeys(sandbox)
}
