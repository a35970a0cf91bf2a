import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { uploadProcess, uploadStages } from '#rules/uploads/upload-process.ts'
import { connect } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { makeWav, strummedChord } from '#server/gateways/audio/audio-samples.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { allowedIn } from '../../../tests/support/money/process-problems.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'

const song = makeWav({ waveform: strummedChord(), seconds: 6 })

test('the database allows the statuses and stages of the table in rules; a row of the version before, which names no status, has its file', async () => {
  await using app = await createTestApp()
  expect(await allowedIn(app.db, 'uploads_status_check')).toEqual([...uploadProcess.statuses])
  expect(await allowedIn(app.db, 'uploads_stage_check')).toEqual([...uploadStages])
  const { rows } = await sql<{ name: string; value: string }>`
    select column_name as name, column_default as value from information_schema.columns
    where table_name = 'uploads' and column_name in ('status', 'stage') order by 1
  `.execute(app.db)
  expect(rows.map(({ value }) => value.split("'")[1])).toEqual(['waiting', 'processing'])
})

test('an upload received by an older version is listed with the details that its artist entered', async () => {
  await using app = await createTestApp()
  const [id, artistId] = [randomUUID(), randomUUID()]
  const older = connect(app.databaseUrl, { onIdleError: () => undefined })
  await sql`drop schema public cascade`.execute(app.db)
  await sql`create schema public`.execute(app.db)
  await migrate(older.pool, { upTo: '0009-stuck-refunds.sql' })
  const details = {
    title: 'Skye Boat Song',
    originalArtist: 'Traditional',
    description: 'Fingerpicked.',
    price: 499,
    type: 'Jam Track',
    backingTrackType: 'Piano',
    vocalRange: 'Alto',
    keySignature: '',
    isHigher: true,
    isLower: false,
    confirmation: true,
  }
  await sql`insert into users (id, email, username, role) values (${artistId}, 'a@example.com', 'Rosa', 'artist')`.execute(
    app.db,
  )
  await sql`insert into payout_accounts (user_id, provider_account_id, ready) values (${artistId}, 'acct_1', true)`.execute(
    app.db,
  )
  await sql`insert into uploads (id, artist_id, title, file_name, details, storage_key, bytes, sha256, container)
    values (${id}, ${artistId}, ${details.title}, 'take.wav', ${JSON.stringify(details)}, ${`originals/${id}`},
      ${song.length}, 'abc', 'wav')`.execute(app.db)
  const put = { maxBytes: song.length, contentType: 'audio/wav' }
  await app.storage.put(`originals/${id}`, Readable.from([song]), put)

  await migrate(older.pool)
  await older.close()
  await addJob(app.db, 'prepare_upload', { uploadId: id })
  await app.work()

  const track = await app.call(`GET /api/proxy/tracks/${id}`)
  expect(track.json()).toMatchObject({
    title: 'Skye Boat Song',
    originalArtist: 'Traditional',
    description: 'Fingerpicked.',
    instructions: null,
    customerPricePence: 569,
    type: 'Jam Track',
    backingTrackType: 'Piano',
    genre: null,
    vocalRange: 'Alto',
    keySignature: null,
    isHigher: true,
    isLower: false,
  })
})
