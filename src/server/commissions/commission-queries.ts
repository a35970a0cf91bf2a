// Commissions as their parties and admins read them.

import { sql, type SqlBool } from 'kysely'
import { Refusal } from '#rules/errors/refusal.ts'
import {
  commissionSteps,
  type CommissionState,
  type CommissionStep,
} from '#rules/commissions/commission-process.ts'
import { commissionsPerPage } from '#rules/commissions/commission-limits.ts'
import {
  commissionListStatuses,
  type CommissionListState,
} from '#rules/commissions/commission-lists.ts'
import { deliveryProcess } from '#rules/commissions/delivery-process.ts'
import { disputeProcess } from '#rules/commissions/dispute-process.ts'
import type { refundStateOf } from '#rules/commissions/refund-states.ts'
import type { TransferState } from '#rules/payments/transfer-states.ts'
import type { Actor } from '#rules/process.ts'
import { saleProcess } from '#rules/sales/sale-process.ts'
import type { Db } from '#server/db/client.ts'
import { pageAt } from '#server/db/paging.ts'
import { isLostAtBank } from '#server/payments/disputed-payments.ts'
import { listedTracks } from '#server/tracks/listed-tracks.ts'
import {
  factColumns,
  isDisputed,
  stateOf,
  type CommissionFacts,
  type CommissionRow,
} from './commission-state.ts'
import { unreadOf } from './unread-news.ts'
import { findTransfer, transferStateOfCommission } from './commission-transfer.ts'
import type { CommissionDeps } from './take-step.ts'

export type Viewer = Extract<Actor, 'customer' | 'artist' | 'admin'>
/** As a list has it. */
export type ListedCommission = CommissionRow &
  CommissionFacts & {
    dispute_opened_at: Date | null
    has_payment_failed: boolean
    has_transfer_failed: boolean
    transfer_state: TransferState | null
    refunds: RefundFacts[]
  }
export type ReadCommission = ListedCommission & {
  /** All that was paid, also after the approval. */
  is_given_back: boolean
  /** The whole payment, by a bank dispute. */
  is_lost_at_bank: boolean
}

/** Stored as JSON. */
type RefundFacts = Parameters<typeof refundStateOf>[0] & { pence: number }

type Reader = { id: string; mayAdminister: boolean }

/** For a list of `commissions`. */
export const listedColumns = [
  ...factColumns,
  sql<boolean>`exists (
    select from transfers where transfers.payment_id = commissions.payment_id and status = 'failed'
  )`.as('has_transfer_failed'),
  transferStateOfCommission.as('transfer_state'),
  // Also of a payment that the commission could not take.
  sql<RefundFacts[]>`(
    select coalesce(
      json_agg(json_build_object(
        'pence', refunds.amount_pence, 'status', refunds.status, 'returns', returns
      ) order by refunds.created_at, refunds.id),
      '[]'
    )
    from refunds join payments on payments.id = refunds.payment_id
    where subject_kind = 'commission' and subject_id = commissions.id
  )`.as('refunds'),
  sql<Date | null>`(
    select opened_at from commission_disputes
    where commission_id = commissions.id and status <> ${sql.lit(disputeProcess.steps.decide.to)}
  )`.as('dispute_opened_at'),
  // Whatever was paid since has moved it on.
  sql<boolean>`(
    commissions.status = ${sql.lit(commissionSteps.fail.to)} and exists (
      select from commission_steps
      where commission_id = commissions.id and step = ${sql.lit('fail' satisfies CommissionStep)}
    )
  )`.as('has_payment_failed'),
] as const

const readColumns = [
  ...listedColumns,
  sql<boolean>`exists (
    select from sales
    where sales.commission_id = commissions.id and sales.status = ${sql.lit(saleProcess.steps.takeBack.to)}
  )`.as('is_given_back'),
  isLostAtBank(sql.ref('commissions.payment_id')).as('is_lost_at_bank'),
] as const

/** A stranger gets what a missing one gets. @throws Refusal not_found */
export async function findCommission(
  db: Db,
  { id, reader }: { id: string; reader: Reader },
): Promise<{ commission: ReadCommission; viewer: Viewer }> {
  const commission = await db
    .selectFrom('commissions')
    .selectAll()
    .select(readColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  const viewer = commission && viewerOf(commission, reader)
  if (!viewer) throw new Refusal('not_found')
  return { commission, viewer }
}

/** The page links to it, and a request that is made again names it. */
export async function findListedTrack(
  db: Db,
  { track_id: id }: Pick<CommissionRow, 'track_id'>,
): Promise<string | null> {
  if (id === null) return null
  const track = await listedTracks(db)
    .select('tracks.id')
    .where('tracks.id', '=', id)
    .executeTakeFirst()
  return track?.id ?? null
}

function viewerOf(
  { customer_id, artist_id }: CommissionRow,
  { id, mayAdminister }: Reader,
): Viewer | null {
  if (id === customer_id) return 'customer'
  if (id === artist_id) return 'artist'
  return mayAdminister ? 'admin' : null
}

type Party = { id: string; userId: string; as?: 'customer' | 'artist' }

/** For a step of a party: others get what a missing commission gets. @throws Refusal not_found */
export async function findPartyState(
  db: Db,
  { clock, spans }: CommissionDeps,
  { id, userId, as }: Party,
): Promise<{ actor: 'customer' | 'artist'; state: CommissionState }> {
  const reader = { id: userId, mayAdminister: false }
  const { commission, viewer } = await findCommission(db, { id, reader })
  if (viewer === 'admin' || (as !== undefined && viewer !== as)) throw new Refusal('not_found')
  return { actor: viewer, state: stateOf(commission, { now: clock.now(), ...spans }) }
}

type OwnList = {
  userId: string
  as: 'customer' | 'artist'
  state?: CommissionListState | undefined
  page: number
}

/** Commissions that wait for the reader come first, by their deadlines; then the others, the latest change first. */
export async function findCommissions(
  { db, clock, spans }: CommissionDeps & { db: Db },
  { userId, as, state, page }: OwnList,
) {
  const own = db
    .selectFrom('commissions')
    .where(as === 'customer' ? 'customer_id' : 'artist_id', '=', userId)
  const listed = (status = sql.ref('status')) =>
    state === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`${status} = any(${[...commissionListStatuses[state]]})`
  const { open, total, all } = await own
    .select((eb) => [
      eb.fn.countAll<string>().filterWhere('status', 'in', commissionListStatuses.open).as('open'),
      eb.fn.countAll<string>().filterWhere(listed()).as('total'),
      eb.fn.countAll<string>().as('all'),
    ])
    .executeTakeFirstOrThrow()
  const { paging, offset } = pageAt({ page, total: Number(total), size: commissionsPerPage })
  // A commission that does not wait for the reader has no deadline, and null comes last.
  const deadline = awaitedBy[as]({ now: clock.now(), ...spans })
  const shown = own
    .select(['id', deadline.as('deadline')])
    .where(listed())
    .orderBy('deadline')
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(commissionsPerPage)
    .offset(offset)
  // The other columns are read of these only: somebody with thousands would wait for those of all of them.
  const rows: (ListedCommission & { unread_messages: number; unread_notes: number })[] = await db
    .selectFrom('commissions')
    .innerJoin(shown.as('shown'), 'shown.id', 'commissions.id')
    .selectAll('commissions')
    .select(listedColumns)
    .select(unreadOf(as))
    .orderBy('shown.deadline')
    .orderBy('commissions.updated_at', 'desc')
    .orderBy('commissions.id')
    .execute()
  return {
    rows,
    openCommissions: Number(open),
    allCommissions: Number(all),
    totalCommissions: Number(total),
    ...paging,
  }
}

type Moment = { now: Date; preparationMinutes: number }

/** The deadline of what the party does next, as `rules/commissions/next-step.ts` says it; null where the party does not act. */
const awaitedBy = {
  customer: (moment: Moment) => sql`case
    when frozen_at is not null then null
    when status = 'requested' then pay_by
    when status = 'delivered' and not ${isDisputed} then approve_at
    when status = 'in_progress' and overdue_at <= ${moment.now} and not ${isPreparing(begunAfter(moment))} then end_at
  end`,
  artist: ({ now }: Moment) => sql`case
    when frozen_at is not null then null
    when status = 'pending_artist' then answer_by
    when status = 'in_progress' and not ${isPreparing()} then due_at
    when status = 'delivered' then (
      select commission_disputes.answer_by from commission_disputes
      where commission_id = commissions.id and status = ${sql.lit(disputeProcess.start)}
        and commission_disputes.answer_by > ${now}
    )
    -- Without a deadline: after those that have one.
    when ${transferStateOfCommission} = ${sql.lit('account' satisfies TransferState)} then 'infinity'::timestamptz
  end`,
} as const

/** A preparation that began earlier keeps nobody from ending the work. */
function begunAfter({ now, preparationMinutes }: Moment): Date {
  return new Date(now.getTime() - preparationMinutes * 60_000)
}

function isPreparing(begun?: Date) {
  return sql<boolean>`exists (
    select from commission_deliveries
    where commission_id = commissions.id and status = ${sql.lit(deliveryProcess.start)}
      and ${begun === undefined ? sql`true` : sql`arrived_at > ${begun}`}
  )`
}

/** In the order in which they came; `arriving` is the one whose last byte is not there yet. */
export async function findDeliveries(db: Db, commissionId: string) {
  const stored = await db
    .selectFrom('commission_deliveries')
    .selectAll()
    .where('commission_id', '=', commissionId)
    .orderBy('created_at')
    .orderBy('number')
    .execute()
  const arriving = await db
    .selectFrom('uploads')
    .select(['id', 'file_name', 'bytes', 'bytes_received'])
    .where('commission_id', '=', commissionId)
    .where('purpose', '=', 'delivery')
    .executeTakeFirst()
  return { stored, arriving }
}
export type Deliveries = Awaited<ReturnType<typeof findDeliveries>>
export type DeliveryRow = Deliveries['stored'][number]

export function findNewestDispute(db: Db, commissionId: string) {
  return db
    .selectFrom('commission_disputes')
    .selectAll()
    .where('commission_id', '=', commissionId)
    .orderBy('opened_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
export type DisputeRow = NonNullable<Awaited<ReturnType<typeof findNewestDispute>>>

export function findTimeline(db: Db, commissionId: string) {
  return db
    .selectFrom('commission_steps')
    .select(['step', 'actor', 'at', 'from_status', 'to_status', 'text'])
    .where('commission_id', '=', commissionId)
    .orderBy('id')
    .execute()
}
export type TimelineRow = Awaited<ReturnType<typeof findTimeline>>[number]

/** Where its money is, and its receipt. */
export async function findMoney(db: Db, { payment_id: paymentId }: CommissionRow) {
  const [transfer, receipt] = await Promise.all([
    paymentId === null ? undefined : findTransfer(db, paymentId),
    db
      .selectFrom('receipts')
      .select('serial')
      .where('payment_id', '=', paymentId)
      .executeTakeFirst(),
  ])
  return { transfer, receipt }
}
export type MoneyRows = Awaited<ReturnType<typeof findMoney>>
