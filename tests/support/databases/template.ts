// The database that those of all test apps are copies of: migrated, and able to become what it was again.

import pg from 'pg'
import { connect } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'

export async function makeTemplate(serverUrl: string, name: string): Promise<void> {
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const url = new URL(serverUrl)
  url.pathname = name
  const { pool, close } = connect(url.href, {
    onIdleError: (error) => {
      throw error
    },
  })
  await migrate(pool)
  await pool.query(resetting)
  await shrinkCatalogs(pool)
  await close()
}

/** A table that a test filled with more is not emptied but dropped with its database: searching it would stay slow. */
const maxBytes = 1024 ** 2

/**
 * `testing.reset()` deletes all rows but those of the migrations. False when the database cannot be as before: a test
 * has changed its schema, or filled a large table. Its statements name each table, so that a connection plans them once; it
 * has to be one without triggers.
 */
const resetting = `
  create schema testing;

  create table testing.schema_changes (made_at timestamptz not null);
  create view testing.emptied_tables as
    select oid, oid::regclass as name from pg_class
    where relkind = 'r' and relnamespace not in
      ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'testing'::regnamespace);
  do $$
  declare
    deleting text;
    filled record;
    kept_in text;
    filling text := '';
  begin
    select string_agg(format('delete from %s;', name), ' ') into deleting from testing.emptied_tables;
    for filled in select * from testing.emptied_tables where pg_relation_size(oid) > 0
    loop
      kept_in := format('testing.first_rows_of_%s', filled.oid);
      execute format('create table %s as table %s', kept_in, filled.name);
      filling := filling || format('insert into %s overriding system value table %s;', filled.name, kept_in);
    end loop;
    execute format($create$
      create function testing.reset() returns boolean language plpgsql as $reset$
      begin
        if exists (select from testing.schema_changes)
          or exists (select from testing.emptied_tables where pg_relation_size(oid) > ${maxBytes})
        then return false; end if;
        %s
        %s
        return true;
      end $reset$
    $create$, deleting, filling);
  end $$;

  create function testing.note_schema_change() returns event_trigger language plpgsql as
    $$ begin insert into testing.schema_changes values (now()); end $$;
  create event trigger note_schema_change on ddl_command_end
    execute function testing.note_schema_change();
  -- Also where a test plays a superuser who has taken the triggers away.
  alter event trigger note_schema_change enable always;
`

/** Each test copies the files of all catalogs: without the free space of the migrations they are fewer and smaller. */
async function shrinkCatalogs(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ names: string }>(`
    select string_agg(oid::regclass::text, ', ') as names from pg_class
    where relkind = 'r' and relnamespace = 'pg_catalog'::regnamespace and not relisshared
  `)
  await pool.query(`vacuum full ${rows[0]?.names}`)
}
