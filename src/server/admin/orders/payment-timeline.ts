// Everything that has become of one payment, on one timeline: its own steps, what is owed of it, and what the ledger has booked.

import { sql } from 'kysely'
import type { PaymentRecord, PaymentTimelineStep } from '#contracts/admin/payments.ts'
import type { LedgerAccount } from '#rules/payments/ledger-accounts.ts'
import { timelineSteps, type OwedKind } from '#rules/payments/payment-process.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'
import { stepsOfDisputes, stepsOfRequests } from './claim-steps.ts'
import type { Reader } from '../owner-of-task.ts'
import { presentPayment, selectPayments } from './payment-queries.ts'
import { stepsOfNettings, stepsOfReversals } from './taken-back-steps.ts'
import { stepAt } from './timeline-step.ts'

/** Null if there is none. */
export async function findPaymentRecord(
  db: Db,
  id: string,
  reader: Reader,
): Promise<PaymentRecord | null> {
  const payment = await selectPayments(db)
    .select(['subject_id', 'stray_of', 'problem'])
    .select(['card_last4', 'charge_id', 'checkout_session_id'])
    .where('payments.id', '=', id)
    .executeTakeFirst()
  if (!payment) return null
  const steps = [
    ...stepsOfPayment(payment),
    ...(payment.stray_of === null ? await stepsOfRequests(db, payment.subject_id) : []),
    ...(await stepsOfDisputes(db, id)),
    ...(await stepsOfRefunds(db, id)),
    ...(await stepsOfTransfers(db, id)),
    ...(await stepsOfReversals(db, id)),
    ...(await stepsOfNettings(db, id)),
    ...(await findBooked(db, id)),
  ]
  return {
    ...presentPayment(payment, reader),
    problem: payment.problem,
    cardLast4: payment.card_last4,
    chargeId: payment.charge_id,
    checkoutSessionId: payment.checkout_session_id,
    lines: await findLines(db, payment.subject_id),
    timeline: steps.toSorted(
      (one, other) => one.at.localeCompare(other.at) || orderOf(one) - orderOf(other),
    ),
  }
}

const orderOf = ({ step }: PaymentTimelineStep) => timelineSteps.indexOf(step)

async function findLines(db: Db, orderId: string): Promise<PaymentRecord['lines']> {
  const rows = await db
    .selectFrom('order_lines')
    .select(['id', 'title', 'artist_id', 'artist_name', 'customer_pence'])
    .where('order_id', '=', orderId)
    .orderBy('title')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    artist: { id: row.artist_id, name: row.artist_name },
    pence: row.customer_pence,
  }))
}

type Payment = {
  amount_pence: number
  created_at: Date
  paid_at: Date | null
  checkout_session_id: string | null
  charge_id: string | null
}

function stepsOfPayment(payment: Payment): PaymentTimelineStep[] {
  const { amount_pence: pence, checkout_session_id: checkoutId, charge_id: chargeId } = payment
  return [
    ...stepAt(payment.created_at, { key: 'begun', step: 'begun', pence, providerId: checkoutId }),
    ...stepAt(payment.paid_at, { key: 'paid', step: 'paid', pence, providerId: chargeId }),
  ]
}

const owedColumns = ['id', 'amount_pence', 'status', 'last_problem'] as const
const times = ['created_at', 'sent_at', 'settled_at', 'provider_id'] as const

async function stepsOfRefunds(db: Db, paymentId: string): Promise<PaymentTimelineStep[]> {
  const refunds = await db
    .selectFrom('refunds')
    .select(owedColumns)
    .select(times)
    .where('payment_id', '=', paymentId)
    .execute()
  return refunds.flatMap((refund) =>
    stepsOfOwed(
      { ...refund, kind: 'refund', person: null },
      { owed: 'refund_owed', sent: 'refund_arrived', settled: 'refund_settled' },
    ),
  )
}

async function stepsOfTransfers(db: Db, paymentId: string): Promise<PaymentTimelineStep[]> {
  const transfers = await db
    .selectFrom('transfers')
    .innerJoin('users', 'users.id', 'transfers.artist_id')
    .select(owedColumns.map((column) => `transfers.${column}` as const))
    .select(times.map((column) => `transfers.${column}` as const))
    .select(['artist_id', 'written_off_at', nameOf().as('artist_name')])
    .where('payment_id', '=', paymentId)
    .execute()
  return transfers.flatMap((transfer) =>
    stepsOfOwed(
      {
        ...transfer,
        kind: 'transfer',
        person: { id: transfer.artist_id, name: transfer.artist_name },
      },
      { owed: 'transfer_owed', sent: 'transfer_sent', settled: 'transfer_settled' },
    ).concat(
      stepAt(transfer.written_off_at, {
        key: `written_off:${transfer.id}`,
        step: 'transfer_written_off',
        pence: transfer.amount_pence,
      }),
    ),
  )
}

type OwedRow = {
  kind: OwedKind
  id: string
  amount_pence: number
  status: NonNullable<PaymentTimelineStep['owed']>['status']
  last_problem: string | null
  created_at: Date
  sent_at: Date | null
  settled_at: Date | null
  provider_id: string | null
  person: PaymentTimelineStep['person']
}
type OwedSteps = Record<'owed' | 'sent' | 'settled', PaymentTimelineStep['step']>

/** The state and the problem of the row stand at its beginning only: they are those of now. */
function stepsOfOwed(row: OwedRow, steps: OwedSteps): PaymentTimelineStep[] {
  const { kind, id, status, person, amount_pence: pence, provider_id: providerId } = row
  const owed = { kind, id, status, problem: row.last_problem }
  return [
    ...stepAt(row.created_at, { key: `owed:${id}`, step: steps.owed, pence, person, owed }),
    ...stepAt(row.sent_at, { key: `sent:${id}`, step: steps.sent, pence, person, providerId }),
    ...stepAt(row.settled_at, { key: `settled:${id}`, step: steps.settled, pence, person }),
  ]
}

type Booked = {
  fact: string
  booked_at: Date
  entries: {
    id: number
    account: LedgerAccount
    artist_id: string | null
    artist: string | null
    pence: number
  }[]
}

async function findBooked(db: Db, paymentId: string): Promise<PaymentTimelineStep[]> {
  const { rows } = await sql<Booked>`
    select fact, booked_at, (
      select json_agg(json_build_object(
        'id', ledger_entries.id, 'account', account, 'artist_id', artist_id,
        'artist', ${nameOf()}, 'pence', amount_pence
      ) order by ledger_entries.id)
      from ledger_entries left join users on users.id = artist_id
      where transaction_id = ledger_transactions.id
    ) as entries
    from ledger_transactions where payment_id = ${paymentId} order by id
  `.execute(db)
  return rows.flatMap(({ fact, booked_at: at, entries }) =>
    stepAt(at, {
      key: fact,
      step: 'booked',
      // `balance:txn_1`, `refund_arrived:re_1`.
      providerId: fact.slice(fact.indexOf(':') + 1),
      entries: entries.map(({ id, account, artist_id: artistId, artist, pence }) => ({
        id: String(id),
        account,
        artist: artistId === null ? null : { id: artistId, name: artist ?? '' },
        pence,
      })),
    }),
  )
}
