// Notes that are pinned to deliveries: as many as can be open, in one of ten commissions that were delivered.

import { sql } from 'kysely'
import { maxOpenNotes } from '../../src/rules/commissions/note-limits.ts'
import type { Db } from '../../src/server/db/client.ts'

/** Of both parties, on the newest delivery; one in five has an answer, and is done. */
export async function fillNotes(db: Db): Promise<void> {
  await sql`
    insert into commission_notes (id, commission_id, delivery_id, author, at_tenths, text, created_at, done_at, answer,
      answered_at)
    select gen_random_uuid(), commission_id, id, case when nr % 2 = 0 then 'artist' else 'customer' end,
      preview_start_ms / 100 + nr * 5, repeat('The bridge is too loud, and too early. ', 1 + nr % 12),
      ready_at + nr * interval '1 minute', settled_at, case when settled_at is not null then 'With a mute now.' end,
      settled_at
    from (
      select distinct on (commission_id) * from commission_deliveries where status = 'ready'
      order by commission_id, number desc
    ) as newest
    cross join generate_series(1, ${maxOpenNotes}::integer) as nr
    cross join lateral (select case when nr % 5 = 0 then ready_at + interval '1 day' end as settled_at) as settling
    where abs(hashtext(commission_id::text)) % 10 = 0
  `.execute(db)
  await sql`vacuum (analyze) commission_notes`.execute(db)
}

/** Returns the ids of the commissions. */
export async function findNoted(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('commission_notes').select('commission_id').distinct().execute()
  return new Set(rows.map(({ commission_id: id }) => id))
}
