// Every hour: reads what the card provider has moved on our balance, page by page, and books what is not booked yet. A run
// that was interrupted goes on with the page after the last one that was booked.

import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { bookRead, type ReadingDeps } from './balance-booking.ts'
import { recordPayouts } from './bank-payouts.ts'
import { book } from '#server/ledger/ledger.ts'
import { postingOfAvailable } from '#server/ledger/balance-postings.ts'
import type { BalanceTransaction } from '#server/gateways/payments/payments.ts'
import { throwFailures } from '#server/jobs/try-each.ts'
import { goOnAfter, type Failure } from '#server/payments/failures.ts'
import { raiseAlarm } from '#server/payments/payment-alarms.ts'

type Run = { log: FastifyBaseLogger; signal: AbortSignal }

/** What the provider lists late, and what was left for another run, is read once more. */
const overlapMs = 2 * 24 * 3_600_000

/** @throws PaymentUnknown when the provider does not respond: the next run goes on there. */
export async function readBalanceTransactions(deps: ReadingDeps, run: Run): Promise<void> {
  const { since, firstPage, startedAt } = await startRun(deps)
  const failures: Failure[] = []
  let page = firstPage
  do {
    run.signal.throwIfAborted()
    const { moved, nextPage } = await deps.payments.listBalanceTransactions({ since, page })
    await bookPage(deps, moved, { ...run, failures })
    page = nextPage
    await endPage(deps.db, nextPage)
  } while (page !== null)
  await tellOfUnexplained(deps.db, startedAt)
  await recordPayouts(deps, run.signal)
  await bookAvailable(deps)
  throwFailures(failures, 'Not booked')
}

type Booking = Run & {
  /** What could not be booked. */
  failures: Failure[]
}

/** Books what nobody has booked of a page of the provider's list. */
export async function bookPage(
  deps: ReadingDeps,
  moved: BalanceTransaction[],
  { log, signal, failures }: Booking,
): Promise<void> {
  // The earliest first, as they depend on one another.
  for (const balance of await withoutBooked(deps.db, moved.toReversed())) {
    signal.throwIfAborted()
    await goOnAfter(failures, balance.id, async () => {
      await bookRead(deps, balance, log)
      return true
    })
  }
}

/** Begins a run, unless one has not ended. */
async function startRun({ db, clock }: ReadingDeps) {
  const reading = await db
    .insertInto('balance_reading')
    .values({ started_at: clock.now() })
    .onConflict((conflict) =>
      conflict.column('is_only').doUpdateSet({
        started_at: sql<Date>`case when balance_reading.next_page is null then excluded.started_at
          else balance_reading.started_at end`,
      }),
    )
    .returning(['read_until', 'next_page', 'started_at'])
    .executeTakeFirstOrThrow()
  const { read_until: readUntil, next_page: firstPage, started_at: startedAt } = reading
  const since = readUntil === null ? null : new Date(readUntil.getTime() - overlapMs)
  return { since, firstPage, startedAt: startedAt ?? clock.now() }
}

/** With the last page, everything before the run's start has been read. */
async function endPage(db: Db, nextPage: string | null): Promise<void> {
  await db
    .updateTable('balance_reading')
    .set(
      nextPage === null
        ? { read_until: sql<Date | null>`started_at`, started_at: null, next_page: null }
        : { next_page: nextPage },
    )
    .execute()
}

/** What the ledger has is not booked again either, if its row is gone: that is for the nightly comparison to find. */
async function withoutBooked(db: Db, moved: BalanceTransaction[]): Promise<BalanceTransaction[]> {
  if (moved.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id
    from unnest(${moved.map(({ id }) => id)}::text[]) as moved (id)
    where exists (select from balance_transactions where balance_transactions.id = moved.id)
      or exists (select from ledger_transactions where fact = 'balance:' || moved.id)
  `.execute(db)
  const booked = new Set(rows.map(({ id }) => id))
  return moved.filter(({ id }) => !booked.has(id))
}

/** The admins are told once of what a run has found. */
async function tellOfUnexplained(db: Db, startedAt: Date): Promise<void> {
  const { count } = await db
    .selectFrom('unexplained_transactions')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('explained_at', 'is', null)
    .where('found_at', '>=', startedAt)
    .executeTakeFirstOrThrow()
  if (count === '0') return
  const problem = `Movements of the balance at the card provider for a reason that the app does not know: ${count}. Assign each to an account: the admin’s page Money lists them.`
  const key = `unexplained:${startedAt.toISOString()}`
  await db.transaction().execute((tx) => raiseAlarm(tx, { key, problem, page: 'money' }))
}

/** Moves what is available by now within the ledger. */
async function bookAvailable({ db, clock }: ReadingDeps): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const available = await tx
      .updateTable('balance_transactions')
      .set({ is_available: true })
      .where('is_available', '=', sql.lit(false))
      .where('available_at', '<=', now)
      .returning(['amount_pence', 'fee_pence'])
      .execute()
    const pence = available.reduce((sum, row) => sum + row.amount_pence - row.fee_pence, 0)
    if (pence !== 0) await book(tx, postingOfAvailable(pence, now), now)
  })
}
