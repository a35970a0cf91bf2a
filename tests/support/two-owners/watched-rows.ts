// What has changed in the database and among the files since the last look. Triggers write it down, so that a look after each
// of some hundred calls does not read everything; what is not committed is not seen.

import { readdir } from 'node:fs/promises'
import type { TestApp } from '../test-app.ts'
import { tablesOf, titleOf } from './stored-rows.ts'

/** A changed row twice, as it was and as it is. */
export type ChangedRow = { table: string; row: string }

type Noted = ChangedRow & { is_new: boolean }

const watching = `
  drop table if exists testing.changes;
  create table testing.changes (
    id bigint generated always as identity, title text not null, content text not null, is_new boolean not null
  );
  create or replace function testing.note_change() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' then
      insert into testing.changes (title, content, is_new) values (tg_argv[0], to_jsonb(old)::text, false);
    end if;
    if tg_op <> 'DELETE' then
      insert into testing.changes (title, content, is_new) values (tg_argv[0], to_jsonb(new)::text, true);
    end if;
    return null;
  end $$;
`

/** Begins to watch. Each call of the result returns what has changed since the one before. */
export async function watchRows(app: TestApp): Promise<() => Promise<ChangedRow[]>> {
  await app.pool.query(watching)
  for (const table of await tablesOf(app))
    await app.pool.query(`
      create or replace trigger note_change after insert or update or delete on ${table}
        for each row execute function testing.note_change('${titleOf(table)}')`)
  let files = new Set(await readdir(app.folder, { recursive: true }))
  return async () => {
    const { rows } = await app.pool.query<Noted>(`
      with taken as (delete from testing.changes returning id, title, content, is_new)
      select title as table, content as row, is_new from taken order by id`)
    const before = files
    files = new Set(await readdir(app.folder, { recursive: true }))
    return [
      ...netChanges(rows),
      ...[...before.symmetricDifference(files)].map((row) => ({ table: 'files', row })),
    ]
  }
}

/** Without the rows that a later change has replaced, and those that are as they were. */
function netChanges(noted: Noted[]): ChangedRow[] {
  const times = new Map<string, ChangedRow & { count: number }>()
  for (const { table, row, is_new: isNew } of noted) {
    const key = `${table} ${row}`
    const { count } = times.get(key) ?? { count: 0 }
    times.set(key, { table, row, count: count + (isNew ? 1 : -1) })
  }
  return [...times.values()].filter(({ count }) => count !== 0)
}
