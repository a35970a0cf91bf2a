// Changes that are due on the sandbox's clock.
import { deleteExpiredKeys } from './idempotency.ts'
import { expireDueSessions } from '../checkout/expire-sessions.ts'
import { settlePending } from '../money/balance.ts'
import type { Sandbox } from '../state/sandbox.ts'

/** Call it in a transaction, before reading objects whose state depends on the time. */
export function applyDueChanges(sandbox: Sandbox): void {
  expireDueSessions(sandbox)
  settlePending(sandbox)
  deleteExpiredKeys(sandbox)
}
