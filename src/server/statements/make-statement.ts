// Makes one artist's statement of one month: it closes with what the ledger has of the artist at the end of the month.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import { inTransaction, type Committing } from '#server/clock-and-failpoints/failpoints.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'
import type { Seller } from '#server/orders/receipt-presenter.ts'
import { endOf, startOf, type Month } from './statement-months.ts'
import { queueStatementMail, type MadeStatement } from './statement-mail.ts'

export type StatementDeps = Committing & { clock: Clock; publicUrl: string; seller: Seller }

type Wanted = { artistId: string; month: Month }

/** Its lines are collected. One that is made already stays as it is. */
export async function makeStatement(deps: StatementDeps, wanted: Wanted): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps, 'statement.commit', async (tx) => {
    // Of two runs at once the second finds it made.
    await sql`lock table statements in share row exclusive mode`.execute(tx)
    if (await isMade(tx, wanted)) return
    const id = randomUUID()
    await listBankPayouts(tx, id, wanted)
    const made = await insertStatement(tx, { id, ...wanted, seller: deps.seller, now })
    await queueStatementMail(tx, deps, { ...made, id, now })
  })
}

async function isMade(tx: Db, { artistId, month }: Wanted): Promise<boolean> {
  const made = await tx
    .selectFrom('statements')
    .select('id')
    .where('artist_id', '=', artistId)
    .where('month', '=', sql<Date>`${month}::date`)
    .executeTakeFirst()
  return made !== undefined
}

/** What has reached the bank by then, or has come back from it, and stands on no earlier statement. */
async function listBankPayouts(tx: Db, id: string, { artistId, month }: Wanted): Promise<void> {
  await sql`
    insert into statement_bank_payouts (statement_id, bank_payout_id, is_return, pence, occurred_at)
    select ${id}, bank_payouts.id, is_return, amount_pence, occurred_at
    from bank_payouts
    cross join lateral (values (false, arrives_at), (true, ended_at)) as moves (is_return, occurred_at)
    where artist_id = ${artistId}
      and (status = 'returned' or status = 'paid' and not is_return)
      and occurred_at < ${endOf(month)}
    on conflict do nothing
  `.execute(tx)
}

/** The name of a deleted account is that of its statement before. */
async function insertStatement(
  tx: Db,
  { id, artistId, month, seller, now }: Wanted & { id: string; seller: Seller; now: Date },
): Promise<MadeStatement> {
  const { rows } = await sql<Omit<MadeStatement, 'artistId' | 'month'>>`
    insert into statements (id, artist_id, number, month, artist_name, seller_name, seller_address, seller_vat_number,
      from_at, until_at, opening_owed_pence, opening_owing_pence, closing_owed_pence, closing_owing_pence, line_count, made_at)
    select ${id}, users.id, coalesce(last.number, 0) + 1, ${month}::date,
      case when deleted_at is null then ${nameOf()} else coalesce(last.artist_name, username) end,
      ${seller.name}, ${seller.address}::text[], ${seller.vatNumber},
      coalesce(last.until_at, ${startOf(month)}), ${endOf(month)},
      coalesce(last.closing_owed_pence, 0), coalesce(last.closing_owing_pence, 0),
      coalesce(last.closing_owed_pence, 0) + moved.owed, coalesce(last.closing_owing_pence, 0) + moved.owing,
      moved.lines, ${now}
    from users
    left join lateral (
      select * from statements where artist_id = users.id order by number desc limit 1
    ) as last on true
    cross join lateral (
      select count(*) as lines, coalesce(sum(owed_pence), 0) as owed, coalesce(sum(owing_pence), 0) as owing
      from statement_lines where month = ${month}::date and artist_id = users.id
    ) as moved
    where users.id = ${artistId}
    returning until_at as until, line_count as "lineCount", closing_owed_pence - closing_owing_pence as "closingPence"
  `.execute(tx)
  const [made] = rows
  if (!made) throw new Error(`There is no user ${artistId}.`)
  return { ...made, artistId, month: month.slice(0, 7) }
}
