// The facts that decide which steps of a commission are possible, read from the database.

import { sql, type Selectable } from 'kysely'
import { Refusal } from '#rules/errors/refusal.ts'
import type { CommissionPrices } from '#rules/payments/approval-shares.ts'
import type { Deadlines } from '#rules/commissions/commission-deadlines.ts'
import type { CommissionState } from '#rules/commissions/commission-process.ts'
import type { Reminded } from '#rules/commissions/reminders.ts'
import type { Party } from '#rules/commissions/parties.ts'
import { disputeProcess } from '#rules/commissions/dispute-process.ts'
import type { DeliveryStatus } from '#rules/commissions/delivery-process.ts'
import type { Db } from '#server/db/client.ts'
import type { Tables } from '#server/db/tables.ts'

export type CommissionRow = Selectable<Tables['commissions']>

/** Of the commission: whether a delivery is ready, one is being prepared, a dispute is open, and a party is banned. */
export type CommissionFacts = {
  has_delivery: boolean
  /** When the last byte of the delivery arrived that is being prepared. */
  preparing_since: Date | null
  open_dispute: 'open' | 'answered' | null
  /** Until when the artist is asked to answer the open dispute. */
  dispute_answer_by: Date | null
  is_party_banned: boolean
}

/** For a query of `commissions`. */
export const factColumns = [
  sql<boolean>`exists (
    select from commission_deliveries where commission_id = commissions.id and status = ${sql.lit('ready' satisfies DeliveryStatus)}
  )`.as('has_delivery'),
  sql<Date | null>`(
    select arrived_at from commission_deliveries
    where commission_id = commissions.id and status = ${sql.lit('preparing' satisfies DeliveryStatus)}
  )`.as('preparing_since'),
  sql<CommissionFacts['open_dispute']>`(
    select status from commission_disputes where commission_id = commissions.id and status <> 'resolved'
  )`.as('open_dispute'),
  sql<Date | null>`(
    select commission_disputes.answer_by from commission_disputes
    where commission_id = commissions.id and status = ${sql.lit(disputeProcess.start)}
  )`.as('dispute_answer_by'),
  sql<boolean>`exists (
    select from users where users.id in (commissions.customer_id, commissions.artist_id) and users.banned
  )`.as('is_party_banned'),
] as const

export function partyId(
  { customer_id, artist_id }: Pick<CommissionRow, 'customer_id' | 'artist_id'>,
  party: Party,
): string {
  return party === 'customer' ? customer_id : artist_id
}

/** For a query of `commissions`. */
export const isDisputed = sql<boolean>`exists (
  select from commission_disputes
  where commission_id = commissions.id and status <> ${sql.lit(disputeProcess.steps.decide.to)}
)`

/**
 * Every writer of a commission, of its deliveries and of its disputes takes this lock first, after those of users: what is
 * read here stays true until the transaction ends.
 * @throws Refusal not_found
 */
export async function lockCommission(tx: Db, id: string): Promise<CommissionRow & CommissionFacts> {
  const locked = await tx
    .selectFrom('commissions')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) throw new Refusal('not_found')
  // After the lock, in a statement of its own, which sees what the former holder has committed.
  return tx
    .selectFrom('commissions')
    .selectAll()
    .select(factColumns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** @param preparationMinutes how long a preparation keeps others from acting */
export function stateOf(
  commission: CommissionRow & CommissionFacts,
  { now, preparationMinutes }: { now: Date; preparationMinutes: number },
): CommissionState {
  const { preparing_since: since, open_dispute: dispute } = commission
  return {
    status: commission.status,
    isFrozen: commission.frozen_at !== null,
    isPartyBanned: commission.is_party_banned,
    revisionCount: commission.revision_count,
    maxRevisions: commission.max_revisions,
    hasDelivery: commission.has_delivery,
    preparation:
      since === null
        ? null
        : { isLate: now.getTime() >= since.getTime() + preparationMinutes * 60_000 },
    dispute: dispute === null ? null : { isAnswered: dispute === 'answered' },
    ...deadlinesOf(commission),
  }
}

export function pricesOf(
  row: Pick<
    CommissionRow,
    'artist_pence' | 'platform_fee_pence' | 'processing_fee_pence' | 'customer_pence'
  >,
): CommissionPrices {
  return {
    artistPence: row.artist_pence,
    platformFeePence: row.platform_fee_pence,
    processingFeePence: row.processing_fee_pence,
    customerPence: row.customer_pence,
  }
}

/** Reminders are decided by these facts. */
export function remindedOf(commission: CommissionRow): Reminded {
  const { status, delivered_at: deliveredAt } = commission
  return { status, deliveredAt, ...deadlinesOf(commission) }
}

function deadlinesOf(commission: CommissionRow): Deadlines {
  return {
    answerBy: commission.answer_by,
    payBy: commission.pay_by,
    dueAt: commission.due_at,
    overdueAt: commission.overdue_at,
    approveAt: commission.approve_at,
    endAt: commission.end_at,
    holdUntil: commission.hold_until,
  }
}
