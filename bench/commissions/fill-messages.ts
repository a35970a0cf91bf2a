// A million messages in the rooms of commissions: a hundred in each on average, in some many more.

import { sql } from 'kysely'
import type { Db } from '../../src/server/db/client.ts'

const messagesAtOnce = 100_000

/** Both parties write in turn; one in twenty attaches a document. Of ten rooms, nine were read until the last day, and one never. */
export async function fillMessages(db: Db, count: number): Promise<void> {
  await sql`select setseed(0.25)`.execute(db)
  await sql`
    create table rooms as
    select id, customer_id, artist_id, created_at, row_number() over (order by id) as nr from commissions
  `.execute(db)
  await sql`create unique index on rooms (nr)`.execute(db)
  for (let from = 0; from < count; from += messagesAtOnce)
    await drawMessages(db, { from, until: Math.min(count, from + messagesAtOnce) })
  await drawAttachments(db)
  await drawReads(db)
  await sql`drop table rooms`.execute(db)
  await sql`vacuum (analyze)`.execute(db)
}

/** One room, with a message for each of the last minutes. */
export async function fillRoom(
  db: Db,
  { commissionId, count }: { commissionId: string; count: number },
): Promise<void> {
  await sql`
    insert into commission_messages (id, commission_id, author_id, author_role, text, request_key, created_at)
    select gen_random_uuid(), id, case author when 'artist' then artist_id else customer_id end, author,
      repeat('Could it be in D, and a little slower? ', 1 + nr % 12), gen_random_uuid(), now() - nr * interval '1 minute'
    from commissions
    cross join generate_series(1, ${count}::integer) as nr
    cross join lateral (select case nr % 2 when 0 then 'artist' else 'customer' end as author) as writing
    where id = ${commissionId}
  `.execute(db)
}

/** Squared, so that some rooms have many. */
function drawMessages(db: Db, { from, until }: { from: number; until: number }) {
  return sql`
    insert into commission_messages (id, commission_id, author_id, author_role, text, request_key, created_at)
    select gen_random_uuid(), rooms.id, case when by_artist then artist_id else customer_id end,
      case when by_artist then 'artist' else 'customer' end,
      repeat('Could it be in D, and a little slower? ', 1 + (nr_of % 12)::integer), gen_random_uuid(),
      rooms.created_at + nr_of * interval '7 seconds'
    from (
      select nr_of, nr_of % 2 = 0 as by_artist,
        1 + floor(random() ^ 2 * (select count(*) from rooms))::bigint as room
      from generate_series(${from}::bigint, ${until - 1}::bigint) as nr_of
    ) as drawn
    join rooms on rooms.nr = drawn.room
  `.execute(db)
}

function drawAttachments(db: Db) {
  return sql`
    insert into commission_attachments (id, message_id, commission_id, position, kind, status, file_name, storage_key, bytes)
    select gen_random_uuid(), id, commission_id, 1, 'document', 'ready', 'chords.pdf', 'attachments/' || id, 200000
    from commission_messages where random() < 0.05
  `.execute(db)
}

function drawReads(db: Db) {
  return sql`
    insert into commission_reads (commission_id, user_id, read_at)
    select rooms.id, party, case when rooms.nr % 10 > 0 then latest - interval '1 day' end
    from rooms
    join (
      select commission_id, max(created_at) as latest from commission_messages group by commission_id
    ) as written on written.commission_id = rooms.id
    cross join unnest(array[customer_id, artist_id]) as party
  `.execute(db)
}
