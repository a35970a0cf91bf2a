// Maps a statement to the contract.

import type { Statement } from '#contracts/papers.ts'
import { withUsualSums } from '#rules/papers/statement-lines.ts'
import type { findStatementParts, StatementLineRow, StatementRow } from './statement-queries.ts'

type Parts = Awaited<ReturnType<typeof findStatementParts>>

/** @param sellerNow for a statement from before the seller's name was stored with it */
export function presentStatement(
  row: StatementRow,
  { sums, lines, bankPayouts, correctedBy }: Parts,
  sellerNow: Statement['seller'],
): Statement {
  return {
    id: row.id,
    number: row.number,
    month: row.month,
    artistName: row.artist_name,
    seller: sellerOf(row) ?? sellerNow,
    madeAt: row.made_at.toISOString(),
    opening: { owedPence: row.opening_owed_pence, owingPence: row.opening_owing_pence },
    closing: { owedPence: row.closing_owed_pence, owingPence: row.closing_owing_pence },
    sums: withUsualSums(sums),
    lines: lines.map(presentLine),
    lineCount: row.line_count,
    bankPayouts: bankPayouts.map((payout) => ({
      id: payout.bank_payout_id,
      isReturn: payout.is_return,
      pence: payout.pence,
      occurredAt: payout.occurred_at.toISOString(),
    })),
    correctedBy,
  }
}

function sellerOf(row: StatementRow): Statement['seller'] | null {
  const { seller_name: name, seller_address: address, seller_vat_number: vatNumber } = row
  return name === null || address === null ? null : { name, address, vatNumber }
}

function presentLine(row: StatementLineRow): Statement['lines'][number] {
  return {
    id: row.id,
    kind: row.kind,
    titles: row.titles,
    reference: row.reference,
    bookedAt: row.booked_at.toISOString(),
    occurredAt: row.occurred_at.toISOString(),
    correctsNumber: row.corrects_number,
    owedPence: row.owed_pence,
    owingPence: row.owing_pence,
  }
}
