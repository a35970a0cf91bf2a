// Money settles: what was pending is available from its date on, and an event says so.
import { emitEvent } from '../events/snapshot-event.ts'
import { byHostedPage, type Sandbox } from '../state/sandbox.ts'
import { settlePending } from './balance.ts'
import { shownBalance } from './shown-balance.ts'

/** Assumption: what is available at once is no event, as with money that only leaves. */
export function settleMoney(sandbox: Sandbox): void {
  for (const owner of settlePending(sandbox)) {
    const object = shownBalance(sandbox, owner)
    emitEvent(sandbox, byHostedPage, { type: 'balance.available', owner, object })
  }
}
