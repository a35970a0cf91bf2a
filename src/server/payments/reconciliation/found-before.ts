// What no row says was made, and was found before, is looked at again until a row says so or it has come back.

import type { Db } from '#server/db/client.ts'
import type { MadeObjects } from '#server/gateways/payments/payments.ts'
import type { ComparingDeps as Deps } from './comparison.ts'
import { readFoundReversal } from './reversal-comparison.ts'

export function findFound(db: Db) {
  return db
    .selectFrom('found_problems')
    .select(['kind', 'subject', 'payment_id'])
    .where('kind', 'in', ['transfer_without_row', 'reversal_without_row', 'refund_without_row'])
    .execute()
}

/** However old it is. */
export async function withFoundBefore(deps: Deps, listed: MadeObjects): Promise<MadeObjects> {
  const [transfers, refunds] = [[...listed.transfers], [...listed.refunds]]
  const reversals = [...listed.reversals]
  for (const { kind, subject, payment_id: paymentId } of await findFound(deps.db)) {
    deps.signal.throwIfAborted()
    const known = [...transfers, ...reversals, ...refunds]
    if (known.some(({ providerId }) => providerId === subject)) continue
    if (kind === 'transfer_without_row') {
      const transfer = await deps.payments.readTransfer(subject)
      if (transfer !== null) transfers.push(transfer)
    } else if (kind === 'reversal_without_row') {
      const reversal = await readFoundReversal(deps, { providerId: subject, paymentId })
      if (reversal !== null) reversals.push(reversal)
    } else {
      refunds.push(await deps.payments.readRefund(subject))
    }
  }
  return { ...listed, transfers, reversals, refunds }
}
