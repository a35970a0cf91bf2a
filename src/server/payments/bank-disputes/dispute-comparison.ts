// In case no event arrives: the charges that are disputed, or were refunded by hand, are looked at every hour.

import { bankDisputeProcess } from '#rules/payments/bank-dispute-process.ts'
import type { MadeObjects } from '#server/gateways/payments/payments.ts'
import { refundsWithoutRow } from '../refused-refunds.ts'
import type { RefundDeps } from '../refund-records.ts'
import { checkCharge } from './charge-check.ts'

type Deps = RefundDeps & { signal: AbortSignal }

/** Those of the period, and those of before that nobody has decided, or whose loss is not booked. */
export async function checkChangedCharges(deps: Deps, made: MadeObjects): Promise<void> {
  const known = await deps.db
    .selectFrom('bank_disputes')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select('charge_id')
    .where((eb) =>
      eb.or([
        eb('decided_at', 'is', null),
        eb('bank_disputes.status', '=', bankDisputeProcess.steps.lose.to).and(
          'lost_pence',
          'is',
          null,
        ),
      ]),
    )
    .execute()
  const charges = [
    ...made.disputes.map(({ chargeId }) => chargeId),
    ...(await refundsWithoutRow(deps.db, made.refunds)).map(({ chargeId }) => chargeId),
    ...known.map((row) => row.charge_id),
  ]
  for (const chargeId of new Set(charges)) {
    deps.signal.throwIfAborted()
    if (chargeId !== null) await checkCharge(deps, chargeId)
  }
}
