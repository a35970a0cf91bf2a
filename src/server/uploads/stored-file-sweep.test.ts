import { randomUUID } from 'node:crypto'
import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type Updateable } from 'kysely'
import { expect, test, vi } from 'vitest'
import { makeWav, strummedChord } from '#server/gateways/audio/audio-samples.ts'
import type { Tables } from '#server/db/tables.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { withdrawTrack } from '#server/tracks/track-commands.ts'
import { createUser, createTrack, type TestApp } from '../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { picture, sendAvatar } from '../../../tests/support/artists/avatars.ts'
import { createExample } from '../../../tests/support/artists/examples.ts'
import {
  createCommissionArtist,
  storeCommission,
  storeDelivery,
} from '../../../tests/support/commissions/stored-commission.ts'
import { createDisputed } from '../../../tests/support/money/disputed-sale.ts'
import { storeEvidenceFile } from '../../../tests/support/money/evidence-files.ts'
import { rescheduleJobs } from '../../../tests/support/queued-jobs.ts'
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import { upload } from '../../../tests/support/uploading.ts'

const emptyApp = emptiedTestApp()

const song = makeWav({ waveform: strummedChord(), seconds: 6 })

async function appInstalledLastWeek(): Promise<TestApp> {
  const app = await emptyApp()
  await sql`update migrations set applied_at = now() - interval '7 days'`.execute(app.db)
  return app
}

async function setAge(app: TestApp, key: string, minutes: number): Promise<void> {
  const then = new Date(Date.now() - minutes * 60_000)
  await utimes(join(app.folder, 'files', key), then, then)
}

async function createFile(app: TestApp, key: string, minutes: number): Promise<string> {
  async function* body() {
    yield Buffer.from('sound')
  }
  await app.storage.put(key, body(), { maxBytes: 100, contentType: 'audio/wav' })
  await setAge(app, key, minutes)
  return key
}

async function sweep(app: TestApp): Promise<void> {
  await addJob(app.db, 'sweep_stored_files', {})
  await app.work()
}

async function existing(app: TestApp, keys: string[]): Promise<string[]> {
  const found = await Promise.all(
    keys.map(async (key) => ((await app.storage.stat(key)) ? key : null)),
  )
  return found.filter((key) => key !== null)
}

test('a file without a row is removed after an hour, and not before', async () => {
  const app = await appInstalledLastWeek()
  const old = [
    await createFile(app, `originals/${randomUUID()}`, 61),
    await createFile(app, `previews/${randomUUID()}.mp3`, 61),
    await createFile(app, `examples/${randomUUID()}`, 61),
    await createFile(app, `avatars/${randomUUID()}-64.webp`, 61),
    await createFile(app, `evidence/${randomUUID()}`, 61),
  ]
  const young = [
    await createFile(app, `originals/${randomUUID()}`, 59),
    await createFile(app, `previews/${randomUUID()}.mp3`, 59),
  ]
  const warn = vi.spyOn(app.http.log, 'warn')

  await sweep(app)

  expect(await existing(app, [...old, ...young])).toEqual(young)
  expect(warn.mock.calls.map(([fields]) => fields)).toEqual(
    expect.arrayContaining(old.map((key) => ({ key }))),
  )
})

test("an artist's picture and examples are not removed, but what an example was made of is", async () => {
  const app = await appInstalledLastWeek()
  const artist = await createUser(app, { role: 'artist' })
  await sendAvatar(app, artist, await picture())
  const example = await createExample(app, artist.id)
  const pictures = await Array.fromAsync(app.storage.list('avatars'))
  const needed = [...pictures.map(({ key }) => key), `examples/${example}.mp3`]
  for (const key of needed) await setAge(app, key, 61)
  const recording = await createFile(app, `examples/${example}`, 61)

  await sweep(app)

  expect(await existing(app, [...needed, recording])).toEqual(needed)
})

test('a file of a track, withdrawn or not, or of an upload in progress is not removed', async () => {
  const app = await appInstalledLastWeek()
  const artist = await createArtistWithPayouts(app)
  const artistId = artist.id
  const needed: string[] = []
  for (const isWithdrawn of [false, true]) {
    const { id } = await createTrack(app.db, { artistId })
    if (isWithdrawn) await withdrawTrack(app.db, { id, artistId })
    needed.push(await createFile(app, `originals/${id}`, 100_00))
    needed.push(await createFile(app, `previews/${id}.mp3`, 100_00))
  }
  const renamed = await createTrack(app.db, { artistId })
  const [original, preview] = [`originals/${randomUUID()}`, `previews/${randomUUID()}.mp3`]
  await app.db
    .updateTable('tracks')
    .set({ original_key: original, preview_key: preview })
    .where('id', '=', renamed.id)
    .execute()
  needed.push(await createFile(app, original, 120), await createFile(app, preview, 120))
  const { id } = (await upload(app, { as: artist, file: song })).json<{ id: string }>()
  await rescheduleJobs(app.db, sql`run_at => now() + interval '1 day'`)
  await setAge(app, `originals/${id}`, 120)
  needed.push(`originals/${id}`, await createFile(app, `previews/${id}.mp3`, 120))

  await sweep(app)

  expect(await existing(app, needed)).toEqual(needed)
})

test('files of a refused upload left by a crash are removed', async () => {
  const app = await appInstalledLastWeek()
  const artist = await createArtistWithPayouts(app)
  const { id } = (await upload(app, { as: artist, file: song })).json<{ id: string }>()
  await app.db
    .updateTable('uploads')
    .set({ status: 'refused', refusal_code: 'upload_interrupted' })
    .execute()
  await setAge(app, `originals/${id}`, 120)
  const left = [`originals/${id}`, await createFile(app, `previews/${id}.mp3`, 120)]

  await sweep(app)

  expect(await existing(app, left)).toEqual([])
})

test('files that are older than the database, or have other names than uploads, are not removed', async () => {
  const app = await appInstalledLastWeek()
  const older = await createFile(app, `originals/${randomUUID()}`, 8 * 24 * 60)
  const foreign = await createFile(app, 'originals/notes', 120)
  await writeFile(join(app.folder, 'files', 'readme.txt'), 'kept')

  await sweep(app)

  expect(await existing(app, [older, foreign])).toEqual([older, foreign])
})

test('more files than fit into one query are all checked', async () => {
  const app = await appInstalledLastWeek()
  const artist = await createUser(app, { role: 'artist' })
  const { id } = await createTrack(app.db, { artistId: artist.id })
  const needed = await createFile(app, `originals/${id}`, 120)
  for (let count = 0; count < 501; count++) await createFile(app, `originals/${randomUUID()}`, 120)

  await sweep(app)

  const left = await Array.fromAsync(app.storage.list('originals'))
  expect(left.map(({ key }) => key)).toEqual([needed])
})

test('a file of evidence stays as long as its row names it', async () => {
  const app = await appInstalledLastWeek()
  const { id: disputeId } = await createDisputed(app)
  const key = `evidence/${await storeEvidenceFile(app, disputeId)}`
  await setAge(app, key, 120)
  await sweep(app)
  expect(await existing(app, [key])).toEqual([key])
  await app.db.updateTable('evidence_files').set({ storage_key: null }).execute()
  await sweep(app)
  expect(await existing(app, [key])).toEqual([])
})

test('files of deliveries stay, also while one is prepared; those of refused and removed ones go', async () => {
  const app = await appInstalledLastWeek()
  const artist = await createCommissionArtist(app)
  const customer = await createUser(app)
  const { id: commissionId } = await storeCommission(app, {
    customer,
    artist,
    status: 'in_progress',
  })
  const store = async (changes: Updateable<Tables['commission_deliveries']>) => {
    const id = await storeDelivery(app, commissionId)
    const guide = randomUUID()
    const keys = [`originals/${id}`, `originals/${guide}`, `previews/${id}.mp3`]
    await app.db
      .updateTable('commission_deliveries')
      .set({
        storage_key: keys[0] ?? '',
        guide_key: keys[1] ?? '',
        guide_name: 'sung.wav',
        guide_container: 'wav',
        guide_bytes: '5',
        ...changes,
      })
      .where('id', '=', id)
      .execute()
    for (const key of keys) await createFile(app, key, 61)
    return keys
  }
  const now = app.clock.now()
  const refused = {
    status: 'refused',
    refusal_code: 'audio_broken',
    files_removed_at: now,
  } as const
  const kept = [
    ...(await store({})),
    ...(await store({ status: 'preparing', preview_key: null, audio: null })),
  ]
  const gone = [...(await store(refused)), ...(await store({ files_removed_at: now }))]
  await sweep(app)
  expect(await existing(app, [...kept, ...gone])).toEqual(kept)
})
