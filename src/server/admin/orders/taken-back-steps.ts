// What is taken back from the artists of a payment, on its timeline: reversals, the debts that some become, and what pays these.

import type { PaymentTimelineStep } from '#contracts/admin/payments.ts'
import type { TimelineStep } from '#rules/payments/payment-process.ts'
import type { ReversalCause, ReversalStatus } from '#rules/payments/reversal-process.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'
import { stepAt } from './timeline-step.ts'

export async function stepsOfReversals(db: Db, paymentId: string): Promise<PaymentTimelineStep[]> {
  const reversals = await db
    .selectFrom('reversals')
    .innerJoin('transfers', 'transfers.id', 'reversals.transfer_id')
    .innerJoin('users', 'users.id', 'reversals.artist_id')
    .select(['reversals.id', 'reversals.artist_id', nameOf().as('artist_name')])
    .select(['reversals.amount_pence', 'reversals.netted_pence', 'reversals.provider_id'])
    .select(['reversals.status', 'cause_kind', 'reversals.last_problem'])
    .select(['reversals.created_at', 'reversals.sent_at', 'refused_at', 'asked_at', 'closed_at'])
    .where('transfers.payment_id', '=', paymentId)
    .execute()
  return reversals.flatMap((reversal) => {
    const { id, amount_pence: pence, refused_at: refusedAt, provider_id: providerId } = reversal
    const leftPence = pence - reversal.netted_pence
    const person = { id: reversal.artist_id, name: reversal.artist_name }
    const at = (time: Date | null, step: TimelineStep, of: Partial<PaymentTimelineStep>) =>
      stepAt(time, { key: `${step}:${id}`, step, person, ...of })
    return [
      ...at(reversal.created_at, 'reversal_owed', { pence, row: presentReversal(reversal) }),
      ...at(reversal.sent_at, 'reversal_made', { pence, providerId }),
      ...at(refusedAt, 'debt_begun', { pence }),
      ...at(reversal.asked_at, 'debt_asked', {}),
      ...at(reversal.closed_at, closings[reversal.status] ?? 'debt_repaid', { pence: leftPence }),
    ]
  })
}

const closings: Partial<Record<ReversalStatus, TimelineStep>> = {
  written_off: 'debt_written_off',
  repaid: 'debt_repaid',
}

/** The nettings of transfers of this payment, and of debts that are due to it. */
export async function stepsOfNettings(db: Db, paymentId: string): Promise<PaymentTimelineStep[]> {
  const ofPayment = db.selectFrom('transfers').select('id').where('payment_id', '=', paymentId)
  const nettings = await db
    .selectFrom('nettings')
    .innerJoin('reversals', 'reversals.id', 'nettings.reversal_id')
    .innerJoin('transfers as reversed', 'reversed.id', 'reversals.transfer_id')
    .innerJoin('users', 'users.id', 'reversals.artist_id')
    .select(['nettings.id as netting_id', 'nettings.amount_pence as pence'])
    .select(['nettings.created_at as netted_at', 'reversed.payment_id as owed_by'])
    .select(['reversals.id', 'reversals.artist_id', nameOf().as('artist_name')])
    .select(['reversals.status', 'cause_kind', 'reversals.last_problem', 'refused_at'])
    .where(
      'nettings.id',
      'in',
      db
        .selectFrom('nettings')
        .select('id')
        .where('transfer_id', 'in', ofPayment)
        .union(
          db
            .selectFrom('nettings')
            .innerJoin('reversals', 'reversals.id', 'reversal_id')
            .select('nettings.id')
            .where('reversals.transfer_id', 'in', ofPayment),
        ),
    )
    .execute()
  return nettings.flatMap((netting) =>
    stepAt(netting.netted_at, {
      key: `netted:${netting.netting_id}`,
      step: netting.owed_by === paymentId ? 'debt_netted' : 'transfer_netted',
      pence: netting.pence,
      person: { id: netting.artist_id, name: netting.artist_name },
      row: presentReversal(netting),
    }),
  )
}

type ReversalRow = {
  id: string
  status: ReversalStatus
  cause_kind: ReversalCause
  last_problem: string | null
  refused_at: Date | null
}

function presentReversal(row: ReversalRow) {
  return {
    kind: 'reversal' as const,
    id: row.id,
    status: row.status,
    cause: row.cause_kind,
    problem: row.last_problem,
    isDebt: row.refused_at !== null,
  }
}
