// Reads what the card provider has of some days: several pages at once, which are recorded one after the other. What no event,
// answer or hourly run has told of is recorded by the same functions as then; what remains differs.

import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { bookPage } from '#server/balance/balance-reading.ts'
import { inTransaction, reaching } from '#server/clock-and-failpoints/failpoints.ts'
import type { Db } from '#server/db/client.ts'
import {
  recordLists,
  type ProviderRecord,
  type RecordList,
  type RecordPage,
} from '#server/gateways/payments/provider-lists.ts'
import { openCallQueue } from '#server/db/call-queue.ts'
import { throwFailures, type Failure } from '#server/payments/failures.ts'
import type { ChargeDeps } from '#server/payments/payment-subjects.ts'
import { checkMadeCharges } from '#server/payments/bank-disputes/dispute-comparison.ts'
import type { ComparingDeps, Difference } from '#server/payments/reconciliation/comparison.ts'
import {
  findUnknownCharges,
  findUnknownRefunds,
  findUnknownTransfers,
} from '#server/payments/reconciliation/provider-comparison.ts'
import { keepDifferences } from './found-differences.ts'
import { findUnknownReversals } from '#server/payments/reconciliation/reversal-comparison.ts'
import { findUnread, goOn, type ListRead } from './list-reads.ts'
import type { ReconciliationRun } from './reconciliation-runs.ts'

export type JobRun = { log: FastifyBaseLogger; signal: AbortSignal }

type Deps = Omit<ChargeDeps, 'log'>

/** @throws PaymentUnknown when the provider does not respond: the next attempt goes on there. */
export async function readProvider(deps: Deps, run: ReconciliationRun, job: JobRun): Promise<void> {
  const oneAtATime = openCallQueue({ maxAtOnce: 1, maxWaiting: Infinity })
  // What can move the balance is recorded before its movements are booked.
  for (const list of recordLists) {
    const parts = await findUnread(deps.db, run, list)
    await readAtOnce(parts, job.signal, async (part, signal) => {
      let page = part.nextPage
      do {
        signal.throwIfAborted()
        const read = await reaching(deps.failpoints, 'reconcile.list', () =>
          deps.payments.listRecords({ list, since: part.since, until: part.until, page }),
        )
        await oneAtATime(() => takePage(deps, { run, part, read, job }))
        page = read.nextPage
      } while (page !== null)
    })
  }
}

/** If one fails, the others end after the page that they are reading. @throws what the first one has thrown */
async function readAtOnce(
  parts: ListRead[],
  signal: AbortSignal,
  read: (part: ListRead, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failing = new AbortController()
  const either = AbortSignal.any([signal, failing.signal])
  await Promise.allSettled(
    parts.map((part) => read(part, either).catch((error: unknown) => failing.abort(error))),
  )
  failing.signal.throwIfAborted()
}

type TakenPage = { run: ReconciliationRun; part: ListRead; read: RecordPage; job: JobRun }

async function takePage(deps: Deps, { run, part, read, job }: TakenPage): Promise<void> {
  await bookPage(deps, read.moved, job)
  const failures: Failure[] = []
  const comparing = { ...deps, ...job, failures }
  await checkMadeCharges(comparing, read)
  const unknown = await findUnknown(comparing, read)
  // The page is read again.
  throwFailures(failures)
  await inTransaction(deps, 'reconcile.page', async (tx) => {
    await storeRecords(tx, run, part.list, read.records)
    await keepUnknown(tx, run, unknown, read.records)
    await goOn(tx, run, part, read.nextPage)
  })
}

async function findUnknown(
  deps: ComparingDeps,
  { charges, transfers, reversals, refunds }: RecordPage,
): Promise<Difference[]> {
  return [
    ...(await findUnknownCharges(deps, unsettled(charges))),
    ...(await findUnknownTransfers(deps, unsettled(transfers))),
    ...(await findUnknownReversals(deps, unsettled(reversals))),
    ...(await findUnknownRefunds(deps, unsettled(refunds))),
  ]
}

function unsettled<Made extends { isSettled: boolean }>(objects: Made[]): Made[] {
  return objects.filter(({ isSettled }) => !isSettled)
}

async function storeRecords(
  tx: Db,
  { id }: ReconciliationRun,
  list: RecordList,
  records: ProviderRecord[],
): Promise<void> {
  // Arrays instead of rows: a statement of a hundred rows has its own text, and takes longer to write than to run.
  await sql`
    insert into provider_records (run_id, list, id, amount_pence, fee_pence, made_at)
    select ${id}::bigint, ${list}, record.*
    from unnest(
      ${records.map((record) => record.id)}::text[],
      ${records.map((record) => record.pence)}::bigint[],
      ${records.map((record) => record.feePence)}::bigint[],
      ${records.map((record) => record.madeAt)}::timestamptz[]
    ) as record
  `.execute(tx)
}

async function keepUnknown(
  tx: Db,
  run: ReconciliationRun,
  unknown: Difference[],
  records: ProviderRecord[],
): Promise<void> {
  if (unknown.length === 0) return
  const found = unknown.map((one) => {
    const record = records.find(({ id }) => id === one.subject)
    return { ...one, theirs: record?.pence ?? null, occurred_at: record?.madeAt ?? null }
  })
  await keepDifferences(
    tx,
    run,
    sql`
      select kind, subject, payment_id, null::bigint as ours, theirs, occurred_at
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        as unknown (kind text, subject text, payment_id uuid, theirs bigint, occurred_at timestamptz)`,
  )
}
