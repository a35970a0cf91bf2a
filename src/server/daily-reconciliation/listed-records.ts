// What a run has read at the card provider, and the pieces of queries that compare rows with it.

import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { ProviderRecord, RecordList } from '#server/gateways/payments/provider-lists.ts'
import type { ReconciliationRun } from './reconciliation-runs.ts'

/** The payouts of artists' accounts have a list for each account. */
export type StoredList = RecordList | 'bank_payouts'

/** Returns kind, subject, payment_id, ours, theirs and occurred_at of what differs. */
export type Comparison = (run: ReconciliationRun) => RawBuilder<unknown>

export async function storeRecords(
  tx: Db,
  { id }: ReconciliationRun,
  list: StoredList,
  records: ProviderRecord[],
): Promise<void> {
  // Arrays instead of rows: a statement of a hundred rows has its own text, and takes longer to write than to run. A part of
  // which something failed is read again.
  await sql`
    insert into provider_records (run_id, list, id, amount_pence, fee_pence, made_at, state)
    select ${id}::bigint, ${list}, record.*
    from unnest(
      ${records.map((record) => record.id)}::text[],
      ${records.map((record) => record.pence)}::bigint[],
      ${records.map((record) => record.feePence)}::bigint[],
      ${records.map((record) => record.madeAt)}::timestamptz[],
      ${records.map((record) => record.state)}::text[]
    ) as record
    on conflict (run_id, list, id) do update set
      amount_pence = excluded.amount_pence,
      fee_pence = excluded.fee_pence,
      made_at = excluded.made_at,
      state = excluded.state
  `.execute(tx)
}

export const listed = ({ id }: ReconciliationRun, list: StoredList) => sql`
  (select * from provider_records where run_id = ${id} and list = ${list})`

/** Of nothing that was booked before balance transactions had names, and is read only later. */
export const isUnmoved = (source: string) => sql`not exists (
  select from balance_transactions where balance_transactions.source_id = ${sql.ref(source)}
)`

/** Whether our status is one of those that the provider's state means. */
export function isStatusOf(
  state: string,
  status: string,
  statuses: Record<string, readonly string[]>,
): RawBuilder<boolean> {
  return sql<boolean>`coalesce(
    ${JSON.stringify(statuses)}::jsonb -> ${sql.ref(state)} @> to_jsonb(${sql.ref(status)}), true
  )`
}
