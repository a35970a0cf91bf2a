// How far a comparison is with each list of the card provider: a list is read in parts of its time, several at once.

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
