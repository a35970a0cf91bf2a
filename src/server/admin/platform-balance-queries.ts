// The platform's balance as admins see it.

import { sql } from 'kysely'
import type {
  AgedMoney,
  PlatformMoney,
  PlatformPayout,
  PayoutPreview,
} from '#contracts/admin/platform-balance.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import {
  agedDay,
  agedDays,
  offeredPence,
  platformBalance,
} from '#rules/payments/platform-balance.ts'
import { refundProcess, transferProcess } from '#rules/payments/payment-process.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'
import { sumAccounts } from '#server/ledger/account-sums.ts'
import { postingOfMadePayout } from '#server/ledger/balance-postings.ts'
import { countOpenDifferences } from './reconciliation-queries.ts'

type Asked = { reservePence: number; now: Date }

export async function findPlatformMoney(
  db: Db,
  { reservePence, now }: Asked,
): Promise<PlatformMoney> {
  const balance = platformBalance(await sumAccounts(db), reservePence)
  const { aged, agedCount } = await findAged(db, now)
  return {
    balance,
    offeredPence: offeredPence(balance),
    payouts: await findPayouts(db),
    aged,
    agedCount,
    openDifferences: await countOpenDifferences(db, now),
  }
}

const maxShown = 20

async function findPayouts(db: Db): Promise<PlatformPayout[]> {
  const rows = await db
    .selectFrom('platform_payouts')
    .leftJoin('users', 'users.id', 'ordered_by')
    .select([
      'platform_payouts.id',
      'amount_pence',
      'status',
      'platform_payouts.created_at',
      'provider_id',
      'last_problem',
      nameOf<string | null>().as('ordered_by'),
    ])
    .orderBy('platform_payouts.created_at', 'desc')
    .orderBy('platform_payouts.id', 'desc')
    .limit(maxShown)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    pence: row.amount_pence,
    status: row.status,
    orderedBy: row.ordered_by,
    createdAt: row.created_at.toISOString(),
    providerId: row.provider_id,
    problem: row.last_problem,
  }))
}

type AgedRow = {
  kind: AgedMoney['kind']
  id: string
  name: string
  pence: number
  paid_at: Date
  count: number
}

const maxAged = 50

/** Of others: the provider keeps their money for ninety days. */
async function findAged(db: Db, now: Date): Promise<Pick<PlatformMoney, 'aged' | 'agedCount'>> {
  const paidBefore = new Date(now.getTime() - agedDays[0] * 86_400_000)
  // As written in the predicates of the indexes.
  const unsent = sql.join(transferProcess.steps.settle.from.map((status) => sql.lit(status)))
  const unmade = sql.join(refundProcess.steps.settle.from.map((status) => sql.lit(status)))
  const { rows } = await sql<AgedRow>`
    with waiting as (
      select 'commission' as kind, id, paid_at
      from commissions
      where status in ('in_progress', 'delivered') and paid_at <= ${paidBefore}
      union all
      select 'transfer', id, paid_at
      from transfers
      where status in (${unsent}) and paid_at <= ${paidBefore}
      union all
      select 'refund', refunds.id, payments.paid_at
      from refunds
      join payments on payments.id = refunds.payment_id
      where refunds.status in (${unmade}) and payments.paid_at <= ${paidBefore}
    ), shown as (
      select * from waiting order by paid_at, id limit ${maxAged}
    )
    select shown.kind, shown.id, shown.paid_at, coalesce(commissions.name, ${nameOf()}) as name,
      coalesce(commissions.customer_pence, transfers.payable_pence, refunds.amount_pence) as pence,
      (select count(*)::int from waiting) as count
    from shown
    left join commissions on shown.kind = 'commission' and commissions.id = shown.id
    left join transfers on shown.kind = 'transfer' and transfers.id = shown.id
    left join refunds on shown.kind = 'refund' and refunds.id = shown.id
    left join payments on payments.id = refunds.payment_id
    left join users on users.id = coalesce(transfers.artist_id, payments.customer_id)
    order by shown.paid_at, shown.id
  `.execute(db)
  const aged = rows.flatMap((row) => {
    const day = agedDay(row.paid_at, now)
    const { kind, id, name, pence, paid_at: paidAt } = row
    return day === null ? [] : [{ kind, id, name, pence, paidAt: paidAt.toISOString(), day }]
  })
  return { aged, agedCount: rows[0]?.count ?? 0 }
}

/** @throws Refusal more_than_earned */
export async function findPreview(
  db: Db,
  { reservePence, pence }: { reservePence: number; pence: number },
): Promise<PayoutPreview> {
  const balance = platformBalance(await sumAccounts(db), reservePence)
  if (pence > offeredPence(balance)) throw new Refusal('more_than_earned')
  const postings = postingOfMadePayout(pence).map((entry) => ({
    account: entry.account,
    pence: entry.pence,
  }))
  return { pence, postings, earnedAfterPence: balance.earnedPence - pence }
}
