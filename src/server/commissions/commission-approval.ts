// The effects of every approval, whether the customer approves, an admin, or the passing of time.

import type { Db } from '#server/db/client.ts'
import { releaseHeld } from './commission-money.ts'
import { grantRecording } from './commission-ownership.ts'
import type { CommissionRow } from './commission-state.ts'

/**
 * In the transaction of the step: the artist is owed the price, or the part of it, and the recording is the customer's.
 */
export async function settleApproval(tx: Db, commission: CommissionRow, now: Date): Promise<void> {
  await releaseHeld(tx, commission, now)
  await grantRecording(tx, commission, now)
}
