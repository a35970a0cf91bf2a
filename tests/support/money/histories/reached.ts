// What random histories have reached: each kind of step, of row and of posting. A run proves nothing of what it never reaches.

import { sql } from 'kysely'
import { ledgerAccountNames } from '#rules/payments/ledger-accounts.ts'
import type { Market } from './market.ts'

/** How often each was reached. */
export type Reached = Map<string, number>

/** What even a few histories reach: the conditions of rows. */
const usual = {
  'tracks that were sold': `payments where status = 'paid' and subject_kind = 'order'`,
  'commissions that were paid': `payments where status = 'paid' and subject_kind = 'commission'`,
  'transfers that were sent': `transfers where status = 'sent'`,
  'refunds of ours': `refunds where status = 'sent' and attempts > 0`,
  'refunds made at the provider': `refunds where status = 'sent' and attempts = 0`,
  'disputes that were won': `bank_disputes where status = 'won'`,
  'disputes that were lost': `bank_disputes where status = 'lost'`,
  'reversals that were sent': `reversals where status = 'sent'`,
  'reversals that were refused': `reversals where refused_at is not null`,
  'debts that transfers have paid': `nettings`,
  'debts that were written off': `reversals where status = 'written_off'`,
  'payouts that have arrived': `bank_payouts where status = 'paid'`,
  'payouts that have failed': `bank_payouts where status = 'failed'`,
  'payouts that have come back': `bank_payouts where status = 'returned'`,
  'payouts of the platform': `platform_payouts where status = 'paid' and ordered_by is not null`,
  'account fees': `ledger_entries where account = 'account_fees'`,
  'dispute fees': `ledger_entries where account = 'dispute_fees'`,
  'sales with VAT': `sales where vat_pence > 0`,
  'VAT that was given back': `sales where vat_returned_pence > 0`,
  statements: `statements`,
}

/** The first words of what the ledger books. */
const postings = [
  'release',
  'held_refund',
  'sale_given_back',
  'refund_arrived',
  'refund_settled',
  'refund_unsettled',
  'transfer_settled',
  'balance',
  'available',
  'assigned',
  'explained',
  'payout_arrived',
  'dispute_lost',
  'dispute_won_back',
  'reversal_found',
  'reversal_explained',
  'netted',
  'debt_closed',
  'owed_again',
  'forgiven_again',
]

/** What only many histories reach. */
const rare = {
  'inquiries that were closed': `bank_disputes where status = 'closed'`,
  'reversals for a dispute': `reversals where cause_kind = 'dispute'`,
  'debts that were paid by bank transfer': `reversals where status = 'repaid'`,
  'transfers that were settled by hand': `transfers where status = 'settled'`,
  'transfers that were sent again': `transfers where is_again`,
  'refunds that have come back': `refunds where returns > 0`,
  'refunds that were settled': `refunds where status = 'settled'`,
  'refunds by request': `refund_requests where status = 'accepted'`,
  'payouts of the platform that have come back': `platform_payouts where status = 'returned'`,
  'payouts of the platform that the operator has made': `platform_payouts where ordered_by is null`,
  ...Object.fromEntries(
    ledgerAccountNames.map((name) => [
      `entries of ${name}`,
      `ledger_entries where account = '${name}'`,
    ]),
  ),
  ...Object.fromEntries(
    postings.map((name) => [
      `postings of ${name}`,
      `ledger_transactions where fact like '${name}:%'`,
    ]),
  ),
}

const met = ['errors at failpoints', 'faults of the provider', 'events that were lost'] as const
const rows: Record<string, string> = { ...usual, ...rare }

const nameOfStep = (step: string) => `steps of ${step}`

export const nothingReached = (steps: readonly string[]): Reached =>
  new Map(steps.map((step) => [nameOfStep(step), 0]))

/** After a history of these steps. */
export async function countReached(
  market: Market,
  steps: readonly { do: string }[],
  reached: Reached,
): Promise<void> {
  const add = (name: string, times: number) => reached.set(name, (reached.get(name) ?? 0) + times)
  for (const step of steps) add(nameOfStep(step.do), 1)
  const reads = Object.entries(rows).map(
    ([name, from]) =>
      sql`select ${sql.lit(name)} as name, count(*)::int as times from ${sql.raw(from)}`,
  )
  const { rows: counted } = await sql<{ name: string; times: number }>`
    ${sql.join(reads, sql` union all `)}
  `.execute(market.app.db)
  for (const { name, times } of counted) add(name, times)
  const counts = [market.thrown, market.faults, market.lost]
  for (const [at, name] of met.entries()) add(name, counts[at] ?? 0)
}

const fewHistories = 20
const manyHistories = 1_000

/** Of a run of so many histories: what none of them had. */
export function unreached(histories: number, reached: Reached): string[] {
  if (histories < fewHistories) return []
  const steps = [...reached.keys()].filter((name) => name.startsWith(nameOfStep('')))
  const needed = [...steps, ...Object.keys(usual), ...met]
  if (histories >= manyHistories) needed.push(...Object.keys(rare))
  return needed.filter((name) => (reached.get(name) ?? 0) === 0)
}
