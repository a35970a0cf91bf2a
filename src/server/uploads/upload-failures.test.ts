import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeWav, strummedChord } from '#server/gateways/audio/audio-samples.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import { boundary, formBody, storedFiles, upload } from '../../../tests/support/uploading.ts'

const emptyApp = emptiedTestApp()

const song = makeWav({ waveform: strummedChord(), seconds: 6 })

async function expectNothingLeft(app: TestApp) {
  expect(await storedFiles(app)).toEqual([])
  expect(await app.db.selectFrom('uploads').select('id').execute()).toEqual([])
}

/** A UTF-16 form field `name` that holds `text` followed by half of a surrogate pair. */
function halfPairForm(name: string, text: string): Buffer {
  const value = Buffer.concat([Buffer.from(text, 'utf16le'), Buffer.from([0x3d, 0xd8])])
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: text/plain; charset=utf-16le\r\n\r\n`
  return Buffer.concat([Buffer.from(head), value, Buffer.from('\r\n')])
}

test('half of a surrogate pair is removed from a text', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const whole = formBody({ file: song }).toString('latin1')
  const withTitle = (text: string) =>
    Buffer.from(
      whole.replace(
        /--\S+\r\nContent-Disposition: form-data; name="title"\r\n\r\n[^\r]*\r\n/,
        halfPairForm('title', text).toString('latin1'),
      ),
      'latin1',
    )

  const nothing = await upload(app, { as: artist, body: withTitle('') })
  expect(nothing.json().issues).toEqual([{ path: ['title'], message: 'Please enter the title' }])
  await expectNothingLeft(app)

  const response = await upload(app, { as: artist, body: withTitle('Skye') })
  expect([response.statusCode, response.json().title]).toEqual([200, 'Skye'])
})

test('a file name that is truncated at its limit is not cut within a character', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const response = await upload(app, {
    as: artist,
    file: song,
    fileName: `${'a'.repeat(254)}🎸.wav`,
  })
  expect(response.json().fileName).toBe('a'.repeat(254))
})

/** Makes the database fail where `change` says, after the recording has been stored. */
async function breakDatabase(app: TestApp, change: string) {
  await sql`
    create function break_it() returns trigger language plpgsql
    as $$ begin raise exception 'broken on purpose'; end $$
  `.execute(app.db)
  await sql.raw(change).execute(app.db)
}

test.each([
  [
    'writing the upload',
    'create trigger broken before insert on uploads for each row execute function break_it()',
  ],
  [
    'queueing its preparation',
    'alter function graphile_worker.add_job rename to add_job_of_another_version',
  ],
  [
    'committing both',
    'create constraint trigger broken after insert on uploads deferrable initially deferred for each row execute function break_it()',
  ],
])('a recording that was stored is removed when %s fails', async (_what, change) => {
  await using app = await createTestApp()
  const artist = await createArtistWithPayouts(app)
  await breakDatabase(app, change)
  const response = await upload(app, { as: artist, file: song })
  expect(response.statusCode).toBe(500)
  await expectNothingLeft(app)
})

test('a connection that is lost while the upload is written leaves no recording', async () => {
  await using app = await createTestApp()
  const artist = await createArtistWithPayouts(app)
  await sql`
    create function break_it() returns trigger language plpgsql
    as $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$
  `.execute(app.db)
  await sql`
    create trigger broken before insert on uploads for each row execute function break_it()
  `.execute(app.db)
  const response = await upload(app, { as: artist, file: song })
  expect([response.statusCode, response.json().code]).toEqual([503, 'unavailable'])
  await expectNothingLeft(app)
})

test('a recording whose row was committed is not removed if the response of the database was lost', async () => {
  await using app = await createTestApp()
  const artist = await createArtistWithPayouts(app)
  const transaction = app.requestDb.transaction.bind(app.requestDb)
  app.requestDb.transaction = () => {
    const begun = transaction()
    const execute = begun.execute.bind(begun)
    begun.execute = async (work) => {
      await execute(work)
      throw new Error('Connection terminated unexpectedly')
    }
    return begun
  }
  const response = await upload(app, { as: artist, file: song })
  expect(response.statusCode).toBe(503)
  const { storage_key: key } = await app.db
    .selectFrom('uploads')
    .select('storage_key')
    .executeTakeFirstOrThrow()
  expect(await app.storage.stat(key)).toEqual({ bytes: song.length })
})

test('a recording is not removed if its row is committed after the timeout', async () => {
  await using app = await createTestApp({}, { requestTimeoutMs: 3_000 })
  const artist = await createArtistWithPayouts(app)
  // The commit waits for the lock that this test holds.
  await sql`
    create function break_it() returns trigger language plpgsql
    as $$ begin perform pg_advisory_xact_lock(1); return null; end $$
  `.execute(app.db)
  await sql`
    create constraint trigger broken after insert on uploads deferrable initially deferred
    for each row execute function break_it()
  `.execute(app.db)
  const response = await app.db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(1)`.execute(connection)
    const result = await upload(app, { as: artist, file: song })
    await sql`select pg_advisory_unlock(1)`.execute(connection)
    return result
  })
  expect([response.statusCode, response.json().code]).toEqual([503, 'unavailable'])
  const busy = sql`
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`
  await expect.poll(async () => (await busy.execute(app.db)).rows.length).toBe(0)
  const originals = await readdir(join(app.folder, 'files', 'originals'))
  const rows = await app.db.selectFrom('uploads').select('storage_key').execute()
  expect(originals.map((name) => `originals/${name}`)).toEqual(
    expect.arrayContaining(rows.map((row) => row.storage_key)),
  )
})

test('a statement that timed out is cancelled in the database', async () => {
  await using app = await createTestApp({}, { requestTimeoutMs: 500 })
  await expect(sql`select pg_sleep(600)`.execute(app.requestDb)).rejects.toThrow('in time')
  const running = sql`
    select from pg_stat_activity
    where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`
  await expect.poll(async () => (await running.execute(app.db)).rows.length).toBe(0)
})
