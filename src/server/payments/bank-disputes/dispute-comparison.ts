// In case no event arrives: the charges that are disputed, or were refunded by hand, are looked at every hour and every day.

import { bankDisputeProcess } from '#rules/payments/bank-dispute-process.ts'
import type { Db } from '#server/db/client.ts'
import type { MadeObjects } from '#server/gateways/payments/made-objects.ts'
import { goOnAfter, type Failure } from '../failures.ts'
import type { ChargeDeps } from '../payment-subjects.ts'
import { refundsWithoutRow } from '../refused-refunds.ts'
import { checkCharge } from './charge-check.ts'

type Deps = ChargeDeps & { signal: AbortSignal; failures: Failure[] }
type Made = Pick<MadeObjects, 'disputes' | 'refunds'>

/** Those of the period, and those of before that nobody has decided, or whose loss is not booked. */
export async function checkChangedCharges(deps: Deps, made: Made): Promise<void> {
  const undecided = await findUndecided(deps.db)
  await checkCharges(deps, [...(await chargesOf(deps.db, made)), ...undecided])
}

export async function checkMadeCharges(deps: Deps, made: Made): Promise<void> {
  await checkCharges(deps, await chargesOf(deps.db, made))
}

type ChargeId = string | null

async function checkCharges(deps: Deps, charges: ChargeId[]): Promise<void> {
  for (const chargeId of new Set(charges)) {
    deps.signal.throwIfAborted()
    if (chargeId === null) continue
    await goOnAfter(deps.failures, chargeId, async () => {
      await checkCharge(deps, chargeId)
      return true
    })
  }
}

async function chargesOf(db: Db, { disputes, refunds }: Made): Promise<ChargeId[]> {
  const unknown = await refundsWithoutRow(db, refunds)
  const changed = await withoutDecided(db, disputes)
  return [...changed, ...unknown].map(({ chargeId }) => chargeId)
}

/** Of those that the row says are over, as the provider does, nothing is left to look at. */
async function withoutDecided(db: Db, disputes: Made['disputes']): Promise<Made['disputes']> {
  if (disputes.length === 0) return []
  const rows = await db
    .selectFrom('bank_disputes')
    .select(['provider_id', 'status'])
    .where(
      'provider_id',
      'in',
      disputes.map(({ disputeId }) => disputeId),
    )
    .where('decided_at', 'is not', null)
    .execute()
  const known = new Map<string, string>(rows.map((row) => [row.provider_id, row.status]))
  return disputes.filter(({ disputeId, state }) => known.get(disputeId) !== state)
}

async function findUndecided(db: Db): Promise<ChargeId[]> {
  const rows = await db
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
  return rows.map((row) => row.charge_id)
}
