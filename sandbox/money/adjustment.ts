// The provider corrects a balance, for a reason of its own: also beyond what there is.
import type { Sandbox } from '../state/sandbox.ts'
import { platform } from '../storage/object-store.ts'
import { recordMovement } from './balance.ts'

/** Returns whether there is such an account. */
export function adjustBalance(
  sandbox: Sandbox,
  { owner, amountPence, description }: { owner: string; amountPence: number; description: string },
): boolean {
  if (owner !== platform && !sandbox.store.find('v2.core.account', owner)) return false
  recordMovement(sandbox, {
    owner,
    type: 'adjustment',
    reportingCategory: 'other_adjustment',
    amountPence,
    source: null,
    description,
  })
  return true
}
