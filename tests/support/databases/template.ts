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
 * has changed its schema, or filled a large table.
 */
const resetting = `
  create schema testing;

  create table testing.schema_changes (made_at timestamptz not null);
  create table testing.first_rows (of_table regclass not null, kept_in regclass not null);
  do $$
  declare
    filled regclass;
    kept_in text;
  begin
    for filled in
      select oid from pg_class
      where relkind = 'r' and pg_relation_size(oid) > 0
        and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    loop
      kept_in := format('testing.first_rows_of_%s', filled::oid);
      execute format('create table %s as table %s', kept_in, filled);
      insert into testing.first_rows values (filled, kept_in);
    end loop;
  end $$;

  create function testing.reset() returns boolean language plpgsql as $$
  declare
    filled record;
    kept record;
  begin
    if exists (select from testing.schema_changes) then return false; end if;
    -- Neither foreign keys nor triggers.
    set local session_replication_role = replica;
    for filled in
      select oid::regclass as name, pg_relation_size(oid) as bytes from pg_class
      where relkind = 'r' and pg_relation_size(oid) > 0
        and relnamespace not in
          ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'testing'::regnamespace)
    loop
      if filled.bytes > ${maxBytes} then return false; end if;
      execute format('delete from %s', filled.name);
    end loop;
    for kept in select * from testing.first_rows loop
      execute format('insert into %s overriding system value table %s', kept.of_table, kept.kept_in);
    end loop;
    return true;
  end $$;

  create function testing.note_schema_change() returns event_trigger language plpgsql as
    $$ begin insert into testing.schema_changes values (now()); end $$;
  create event trigger note_schema_change on ddl_command_end
    execute function testing.note_schema_change();
`

/** Each test copies the files of all catalogs: without the free space of the migrations they are fewer and smaller. */
async function shrinkCatalogs(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ names: string }>(`
    select string_agg(oid::regclass::text, ', ') as names from pg_class
    where relkind = 'r' and relnamespace = 'pg_catalog'::regnamespace and not relisshared
  `)
  await pool.query(`vacuum full ${rows[0]?.names}`)
}
