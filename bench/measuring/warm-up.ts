// Reads the tables and indexes of the catalogue into memory, because the figures are those of a warm database.

import { sql } from 'kysely'
import type { Db } from '../../src/server/db/client.ts'

/** What a search reads of many tracks goes to PostgreSQL's own memory, the rest to that of the operating system. */
export async function warmUp(db: Db): Promise<void> {
  await sql`create extension if not exists pg_prewarm`.execute(db)
  await sql`
    select pg_prewarm(oid, case when relname ~ '^(listed_tracks|words|suggestions)' then 'buffer' else 'read' end)
    from pg_class
    where relkind in ('r', 'i', 't')
      and (relnamespace in ('public'::regnamespace, 'pg_toast'::regnamespace))
  `.execute(db)
}
