// What must not be true of single payments and of artists' sums: the hour looks at what is new and at what was found before,
// the night at all of them, in parts.

import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/client.ts'

export type Checked = 'new' | 'all'
type Problem = { kind: string; subject: string; payment_id: string | null }
type Check = { at: Date; checked: Checked; signal: AbortSignal }

const paymentsAtOnce = 10_000
const artistsAtOnce = 200
/** More than a night that has failed. */
const newForMs = 3 * 24 * 3_600_000

export async function findPaymentProblems(
  db: Db,
  { at, checked, signal }: Check,
): Promise<Problem[]> {
  const found: Problem[] = []
  for await (const ids of checked === 'all' ? allPayments(db) : newPayments(db, at)) {
    signal.throwIfAborted()
    const { rows } = await sql<Problem>`
      select * from money_problems(${at}, ${ids}::uuid[])
      union all
      select * from sale_problems(${ids}::uuid[])
    `.execute(db)
    found.push(...rows)
  }
  for await (const ids of checked === 'all' ? allArtists(db) : newArtists(db, at)) {
    signal.throwIfAborted()
    const { rows } = await sql<Problem>`select * from sale_sum_problems(${ids}::uuid[])`.execute(db)
    found.push(...rows)
  }
  return found
}

async function* allPayments(db: Db): AsyncGenerator<string[]> {
  let last: string | undefined
  do {
    let next = db.selectFrom('payments').select('id').orderBy('id').limit(paymentsAtOnce)
    if (last !== undefined) next = next.where('id', '>', last)
    const ids = (await next.execute()).map(({ id }) => id)
    if (ids.length > 0) yield ids
    last = ids.length === paymentsAtOnce ? ids.at(-1) : undefined
  } while (last !== undefined)
}

async function* newPayments(db: Db, at: Date): AsyncGenerator<string[]> {
  const { rows } = await sql<{ id: string }>`${newIds(at)}`.execute(db)
  yield* inParts(rows, paymentsAtOnce)
}

/** Those that something was booked of lately, whose commission was changed lately, or of which something was found. */
function newIds(at: Date): RawBuilder<unknown> {
  const since = new Date(at.getTime() - newForMs)
  return sql`
    select id from payments where created_at >= ${since}
    union
    select payment_id from ledger_transactions where booked_at >= ${since} and payment_id is not null
    union
    select payments.id
    from commissions join payments on payments.subject_kind = 'commission' and payments.subject_id = commissions.id
    where commissions.updated_at >= ${since}
    union
    select payment_id from found_problems where payment_id is not null`
}

async function* allArtists(db: Db): AsyncGenerator<string[]> {
  const { rows } = await sql<{ id: string }>`
    select artist_id as id from sale_sums
    union
    select id from users where exists (select from sales where artist_id = users.id)
  `.execute(db)
  yield* inParts(rows, artistsAtOnce)
}

/** Those who have sold something of these payments, or whose sums were found wrong. */
async function* newArtists(db: Db, at: Date): AsyncGenerator<string[]> {
  const { rows } = await sql<{ id: string }>`
    select artist_id as id from sales where payment_id in (${newIds(at)})
    union
    select subject::uuid from found_problems where kind = 'sale_sums_differ'
  `.execute(db)
  yield* inParts(rows, artistsAtOnce)
}

function* inParts(rows: { id: string }[], atOnce: number): Generator<string[]> {
  for (let begin = 0; begin < rows.length; begin += atOnce)
    yield rows.slice(begin, begin + atOnce).map(({ id }) => id)
}
