// An artist's bank payouts as the artist reads them.

import { sql } from 'kysely'
import type { BankPayout, BankPayoutList } from '#contracts/payouts.ts'
import { bankPayoutProblem, type BankPayoutStatus } from '#rules/payments/bank-payout-process.ts'
import { nextPayoutAt, payoutReason, type PayoutSchedule } from '#rules/payments/payout-schedule.ts'
import type { Db } from '#server/db/client.ts'
import { pageAt } from '#server/db/paging.ts'

const pageSize = 12
/** The most parts that are shown of each payout. */
const maxShownParts = 100

type Search = { artistId: string; page: number; schedule: PayoutSchedule; now: Date }

/** The newest first. */
export async function findBankPayouts(
  db: Db,
  { artistId, page, schedule, now }: Search,
): Promise<BankPayoutList> {
  const own = db.selectFrom('bank_payouts').where('artist_id', '=', artistId)
  const { count } = await own
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const total = Number(count)
  const { paging, offset } = pageAt({ page, total, size: pageSize })
  const rows = await own
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset(offset)
    .execute()
  const parts = await findParts(
    db,
    rows.map(({ id }) => id),
  )
  const account = await db
    .selectFrom('payment_accounts')
    .select('bank_unusable')
    .where('user_id', '=', artistId)
    .executeTakeFirst()
  return {
    payouts: rows.map((row) => present(row, parts.get(row.id) ?? [])),
    total,
    next: account
      ? { at: nextPayoutAt(schedule, now).toISOString(), reason: payoutReason(schedule) }
      : null,
    isBankUnusable: account?.bank_unusable ?? false,
    ...paging,
  }
}

type PartRow = {
  payout_id: string
  id: string
  pence: number
  transfer: string | null
  returned_payout_id: string | null
  made_at: Date | null
  /** The number of all parts of the payout. */
  count: number
}

/** By payout; the earliest of each. */
async function findParts(db: Db, payoutIds: string[]): Promise<Map<string, PartRow[]>> {
  if (payoutIds.length === 0) return new Map()
  const { rows } = await sql<PartRow>`
    select payout_id, id, pence, transfer, returned_payout_id, made_at, count
    from (
      select parts.payout_id, parts.balance_transaction_id as id, parts.pence, transfers.provider_id as transfer, parts.returned_payout_id,
        coalesce(transfers.sent_at, returned.created_at) as made_at,
        count(*) over (partition by parts.payout_id)::int as count,
        row_number() over (
          partition by parts.payout_id
          order by coalesce(transfers.sent_at, returned.created_at), parts.balance_transaction_id
        ) as place
      from bank_payout_parts as parts
      left join transfers on transfers.id = parts.transfer_id
      left join bank_payouts as returned on returned.id = parts.returned_payout_id
      where parts.payout_id = any(${payoutIds})
    ) as part
    where place <= ${maxShownParts}
    order by payout_id, place
  `.execute(db)
  return Map.groupBy(rows, ({ payout_id: payoutId }) => payoutId)
}

type PayoutRow = {
  id: string
  amount_pence: number
  status: BankPayoutStatus
  failure_code: string | null
  created_at: Date
  arrives_at: Date
  parts_read_at: Date | null
}

function present(row: PayoutRow, parts: PartRow[]): BankPayout {
  return {
    id: row.id,
    pence: row.amount_pence,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    arrivesAt: row.arrives_at.toISOString(),
    problem: bankPayoutProblem(row.status, row.failure_code),
    parts: row.parts_read_at === null ? null : parts.map(presentPart),
    partCount: parts[0]?.count ?? 0,
  }
}

function presentPart(part: PartRow): NonNullable<BankPayout['parts']>[number] {
  const { pence, transfer, returned_payout_id: returned, made_at: madeAt } = part
  return {
    id: part.id,
    kind: transfer !== null ? 'transfer' : returned !== null ? 'returned_payout' : 'other',
    pence,
    providerId: transfer ?? returned,
    madeAt: madeAt?.toISOString() ?? null,
  }
}
