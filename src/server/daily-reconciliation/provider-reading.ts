// Reads what the card provider has of some days, page by page. What no event, answer or hourly run has told of is recorded by
// the same functions as then; what remains differs.

import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { bookPage } from '#server/balance/balance-reading.ts'
import { inTransaction, reaching } from '#server/clock-and-failpoints/failpoints.ts'
import type { Db } from '#server/db/client.ts'
import type {
  ProviderRecord,
  RecordList,
  RecordPage,
} from '#server/gateways/payments/provider-lists.ts'
import type { ChargeDeps } from '#server/payments/payment-subjects.ts'
import { checkMadeCharges } from '#server/payments/bank-disputes/dispute-comparison.ts'
import type { Difference } from '#server/payments/reconciliation/comparison.ts'
import {
  findUnknownCharges,
  findUnknownRefunds,
  findUnknownTransfers,
} from '#server/payments/reconciliation/provider-comparison.ts'
import { keepDifferences } from './found-differences.ts'
import { findUnknownReversals } from '#server/payments/reconciliation/reversal-comparison.ts'
import { goOn, type ReconciliationRun } from './reconciliation-runs.ts'

export type JobRun = { log: FastifyBaseLogger; signal: AbortSignal }

/** @throws PaymentUnknown when the provider does not respond: the next attempt goes on there. */
export async function readProvider(
  deps: Omit<ChargeDeps, 'log'>,
  run: ReconciliationRun,
  job: JobRun,
): Promise<void> {
  let { next } = run
  while (next !== null) {
    job.signal.throwIfAborted()
    const { list, page } = next
    const { since, until } = run
    const read = await reaching(deps.failpoints, 'reconcile.list', () =>
      deps.payments.listRecords({ list, since, until, page }),
    )
    await bookPage(deps, read.moved, job)
    await checkMadeCharges({ ...deps, ...job }, read)
    const unknown = await findUnknown({ ...deps, ...job }, read)
    next = await inTransaction(deps, 'reconcile.page', async (tx) => {
      await storeRecords(tx, run, list, read.records)
      await keepUnknown(tx, run, unknown, read.records)
      return goOn(tx, run, { list, nextPage: read.nextPage })
    })
  }
}

async function findUnknown(
  deps: ChargeDeps & JobRun,
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
  if (records.length === 0) return
  await tx
    .insertInto('provider_records')
    .values(
      records.map((record) => ({
        run_id: id,
        list,
        id: record.id,
        amount_pence: record.pence,
        fee_pence: record.feePence,
        made_at: record.madeAt,
      })),
    )
    .execute()
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
