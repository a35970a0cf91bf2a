// Reads what the card provider has of some days: several pages at once, which are recorded one after the other. What no event,
// answer or hourly run has told of is recorded by the same functions as then; what remains differs. An object that fails does
// not stop the others.

import { sql } from 'kysely'
import { bookPage } from '#server/balance/balance-reading.ts'
import { inTransaction, reaching } from '#server/clock-and-failpoints/failpoints.ts'
import type { Db } from '#server/db/client.ts'
import {
  recordLists,
  type ProviderRecord,
  type RecordPage,
} from '#server/gateways/payments/provider-lists.ts'
import { openCallQueue } from '#server/db/call-queue.ts'
import type { Failure } from '#server/payments/failures.ts'
import type { ChargeDeps } from '#server/payments/payment-subjects.ts'
import { checkMadeCharges } from '#server/payments/bank-disputes/dispute-comparison.ts'
import type { ComparingDeps, Difference } from '#server/payments/reconciliation/comparison.ts'
import {
  findUnknownCharges,
  findUnknownRefunds,
  findUnknownTransfers,
} from '#server/payments/reconciliation/provider-comparison.ts'
import { findUnknownReversals } from '#server/payments/reconciliation/reversal-comparison.ts'
import { keepDifferences } from './found-differences.ts'
import { beginFailedAgain, findUnread, goOn, type ListRead } from './list-reads.ts'
import { storeRecords } from './listed-records.ts'
import { checkChangedPayouts } from './payout-reading.ts'
import type { JobRun, ReconciliationRun } from './reconciliation-runs.ts'
import { storeFailures } from './uncompared.ts'

type Deps = Omit<ChargeDeps, 'log'>

/** @throws PaymentUnknown when the provider does not respond: the next attempt goes on there. */
export async function readProvider(deps: Deps, run: ReconciliationRun, job: JobRun): Promise<void> {
  await beginFailedAgain(deps.db, run)
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
  const failures: Failure[] = [...read.unread]
  const comparing = { ...deps, ...job, failures }
  await bookPage(deps, read.moved, comparing)
  await checkMadeCharges(comparing, read)
  if (part.list === 'payouts') await checkChangedPayouts(comparing, read.records)
  const unknown = await findUnknown(comparing, read)
  await inTransaction(deps, 'reconcile.page', async (tx) => {
    await storeRecords(tx, run, part.list, read.records)
    await storeFailures(tx, run, { ...part, failures }, job)
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
