// Statements as their artists and admins read them.

import { sql } from 'kysely'
import {
  maxShownStatementLines,
  type StatementLineKind,
  type StatementSum,
} from '#rules/papers/statement-lines.ts'
import type { Db } from '#server/db/client.ts'

export type StatementRow = {
  id: string
  artist_id: string
  number: number
  /** '2026-11' */
  month: string
  artist_name: string
  seller_name: string | null
  seller_address: string[] | null
  seller_vat_number: string | null
  opening_owed_pence: number
  opening_owing_pence: number
  closing_owed_pence: number
  closing_owing_pence: number
  line_count: number
  made_at: Date
}

const selected = sql`
  select id, artist_id, number, to_char(month, 'YYYY-MM') as month, artist_name, seller_name, seller_address, seller_vat_number,
    opening_owed_pence, opening_owing_pence, closing_owed_pence, closing_owing_pence, line_count, made_at
  from statements`

/** @param wanted.ofArtist null for admins, who read those of every artist */
export async function findStatement(
  db: Db,
  { id, ofArtist }: { id: string; ofArtist: string | null },
): Promise<StatementRow | null> {
  const isOwn = ofArtist === null ? sql`true` : sql`artist_id = ${ofArtist}`
  const { rows } = await sql<StatementRow>`${selected} where id = ${id} and ${isOwn}`.execute(db)
  return rows[0] ?? null
}

/** What the page of a statement has besides. */
export async function findStatementParts(db: Db, statement: StatementRow) {
  const [sums, lines, bankPayouts, correctedBy] = await Promise.all([
    findSums(db, statement),
    findLines(db, statement, { after: '0', limit: maxShownStatementLines }),
    findBankPayouts(db, statement.id),
    findCorrections(db, statement),
  ])
  return { sums, lines, bankPayouts, correctedBy }
}

type OfStatement = Pick<StatementRow, 'artist_id' | 'month'>

const firstDayOf = ({ month }: OfStatement) => sql<Date>`${`${month}-01`}::date`

async function findSums(db: Db, statement: OfStatement): Promise<StatementSum[]> {
  const { rows } = await sql<StatementSum>`
    select kind, count(*)::int as lines, sum(owed_pence)::int as "owedPence", sum(owing_pence)::int as "owingPence"
    from statement_lines
    where month = ${firstDayOf(statement)} and artist_id = ${statement.artist_id}
    group by kind
  `.execute(db)
  return rows
}

export type StatementLineRow = {
  /** The id of its booking. */
  id: string
  kind: StatementLineKind
  titles: string[]
  reference: string | null
  booked_at: Date
  occurred_at: Date
  corrects_number: number | null
  owed_pence: number
  owing_pence: number
}

/** In the order of the bookings. */
async function findLines(
  db: Db,
  statement: OfStatement,
  { after, limit }: { after: string; limit: number },
): Promise<StatementLineRow[]> {
  return db
    .selectFrom('statement_lines')
    .select(['ledger_transaction_id as id', 'kind', 'titles', 'reference', 'booked_at'])
    .select(['occurred_at', 'corrects_number', 'owed_pence', 'owing_pence'])
    .where('month', '=', firstDayOf(statement))
    .where('artist_id', '=', statement.artist_id)
    .where('ledger_transaction_id', '>', after)
    .orderBy('ledger_transaction_id')
    .limit(limit)
    .execute()
}

const batchSize = 1_000

/** All of them, in batches. */
export async function* readLines(
  db: Db,
  statement: OfStatement,
): AsyncGenerator<StatementLineRow[]> {
  let after = '0'
  for (;;) {
    const batch = await findLines(db, statement, { after, limit: batchSize })
    yield batch
    after = batch.at(-1)?.id ?? after
    if (batch.length < batchSize) return
  }
}

function findBankPayouts(db: Db, statementId: string) {
  return db
    .selectFrom('statement_bank_payouts')
    .select(['bank_payout_id', 'is_return', 'pence', 'occurred_at'])
    .where('statement_id', '=', statementId)
    .orderBy('occurred_at')
    .orderBy('bank_payout_id')
    .orderBy('is_return')
    .execute()
}

async function findCorrections(db: Db, { artist_id, number }: StatementRow) {
  const { rows } = await sql<{ id: string; number: number; month: string }>`
    select id, number, to_char(month, 'YYYY-MM') as month
    from statements
    where artist_id = ${artist_id} and month in (
      select month from statement_lines where artist_id = ${artist_id} and corrects_number = ${number}
    )
    order by number
  `.execute(db)
  return rows
}
