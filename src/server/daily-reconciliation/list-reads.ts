// How far a comparison is with each list of the card provider: a list is read in parts of its time, several at once.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { recordLists, type RecordList } from '#server/gateways/payments/provider-lists.ts'

/** The provider answers a call in a fraction of a second, and takes a hundred calls a second. */
const partsOfList = 4

export type ListRead = { list: RecordList; since: Date; until: Date; nextPage: string | null }

type Run = { id: string; since: Date; until: Date }

export async function planReads(tx: Db, { id, since, until }: Run): Promise<void> {
  const partMs = (until.getTime() - since.getTime()) / partsOfList
  const timeAt = (part: number) => new Date(since.getTime() + part * partMs)
  await tx
    .insertInto('reconciliation_reads')
    .values(
      recordLists.flatMap((list) =>
        Array.from({ length: partsOfList }, (_, part) => ({
          run_id: id,
          list,
          since: timeAt(part),
          until: timeAt(part + 1),
        })),
      ),
    )
    .execute()
}

/** Those of which something could not be compared: whatever did not fail is recorded already. */
export async function beginFailedAgain(db: Db, { id }: Run): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      update reconciliation_reads as reads set next_page = null, is_read = false
      from reconciliation_failures as failed
      where failed.run_id = ${id}::bigint
        and (reads.run_id, reads.list, reads.since) = (failed.run_id, failed.list, failed.since)
    `.execute(tx)
    await sql`
      update reconciliation_runs set accounts_until = null
      where id = ${id}::bigint
        and exists (select from reconciliation_failures where run_id = ${id}::bigint and list = 'bank_payouts')
    `.execute(tx)
    await tx.deleteFrom('reconciliation_failures').where('run_id', '=', id).execute()
  })
}

/** The earliest first. */
export async function findUnread(db: Db, { id }: Run, list: RecordList): Promise<ListRead[]> {
  const rows = await db
    .selectFrom('reconciliation_reads')
    .select(['since', 'until', 'next_page'])
    .where('run_id', '=', id)
    .where('list', '=', list)
    .where('is_read', '=', false)
    .orderBy('since')
    .execute()
  return rows.map(({ since, until, next_page: nextPage }) => ({ list, since, until, nextPage }))
}

/** In the transaction of the page. */
export async function goOn(
  tx: Db,
  { id }: Run,
  { list, since }: ListRead,
  nextPage: string | null,
): Promise<void> {
  await tx
    .updateTable('reconciliation_reads')
    .set({ next_page: nextPage, is_read: nextPage === null })
    .where('run_id', '=', id)
    .where('list', '=', list)
    .where('since', '=', since)
    .execute()
}
