// Every thousandth track of each order, so that a page far from both ends is not counted from one of them. They hold as
// long as no track has been listed, removed or moved since they were placed; until they are placed again, a walk is used.

import { sql, type RawBuilder } from 'kysely'
import { trackSorts, type TrackSort } from '#rules/track-options.ts'
import type { Db } from '#server/db/client.ts'
import { trackOrders } from './track-orders.ts'

const tracksBetweenFences = 1_000

/** One snapshot for all of it: a change that it does not see stays noted, and puts the fences out of use. */
export async function placePageFences(db: Db): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const noted = await tx.deleteFrom('order_changes').executeTakeFirst()
      if (noted.numDeletedRows === 0n) return
      await tx.deleteFrom('page_fences').execute()
      for (const sort of trackSorts) await placeFences(tx, sort)
    })
}

async function placeFences(tx: Db, sort: TrackSort): Promise<void> {
  await sql`
    insert into page_fences (sort, position, track_id)
    select ${sort}, place, track_id
    from (
      select track_id, row_number() over (order by ${trackOrders[sort].forwards}) - 1 as place from track_search
    ) placed
    where place > 0 and place % ${tracksBetweenFences} = 0
  `.execute(tx)
}

export type Fence = {
  /** How many tracks come before it. */
  position: number
  /** Of the rows from the fence on, as long as it stands at its position and no change has been noted. */
  isBehind: RawBuilder<unknown>
}

/** The last fence before a page of all tracks; null where there is none, or where they are out of use. */
export async function fenceBefore(
  db: Db,
  { sort, skipped }: { sort: TrackSort; skipped: number },
): Promise<Fence | null> {
  if (skipped < tracksBetweenFences) return null
  const fence = await db
    .selectFrom('page_fences')
    .select(['track_id', 'position'])
    .where('sort', '=', sort)
    .where('position', '<=', skipped)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('order_changes').select('noted_at'))),
    )
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!fence) return null
  const { columns, from } = trackOrders[sort]
  return {
    position: fence.position,
    isBehind: sql`(${columns}) ${from} (select ${columns} from track_search where track_id = ${fence.track_id})
      and not exists (select from order_changes)
      and exists (
        select from page_fences
        where sort = ${sort} and position = ${fence.position} and track_id = ${fence.track_id}
      )`,
  }
}
