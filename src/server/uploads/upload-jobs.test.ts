import { basename } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { AudioRefused, type AudioEngine } from '#server/gateways/audio/audio-engine.ts'
import { makeWav, strummedChord } from '#server/gateways/audio/audio-samples.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createTestApp, type TestUser, type TestApp } from '../../../tests/support/test-app.ts'
import { failJobsForGood, removeJobs, rescheduleJobs } from '../../../tests/support/queued-jobs.ts'
import { cannedAudio } from '../../../tests/support/canned-audio.ts'
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import { upload } from '../../../tests/support/uploading.ts'

const emptyApp = emptiedTestApp()

const song = makeWav({ waveform: strummedChord(), seconds: 20 })

async function createUpload(app: TestApp, artist: TestUser): Promise<string> {
  const response = await upload(app, { as: artist, file: song })
  return response.json<{ id: string }>().id
}

const stateOf = async (app: TestApp, as: TestUser, id: string) =>
  (await app.call(`GET /api/proxy/uploads/${id}`, { as })).json()

const originalOf = (app: TestApp, id: string) => app.storage.stat(`originals/${id}`)

/** The state after kills: each attempt was counted when the job was picked up, and no worker holds the job. */
async function killEveryAttempt(app: TestApp): Promise<void> {
  await failJobsForGood(app.db)
}

async function tidy(app: TestApp): Promise<void> {
  await addJob(app.db, 'tidy_uploads', {})
  await app.work()
}

test("one of an artist's three recordings is prepared before those of other artists, the rest after them", async () => {
  const prepared: string[] = []
  await using app = await createTestApp({
    audio: {
      ...cannedAudio,
      prepare: ({ path }) => {
        prepared.push(basename(path))
        throw new AudioRefused('audio_silent')
      },
    },
  })
  const [eager, other] = [await createArtistWithPayouts(app), await createArtistWithPayouts(app)]
  const first = await createUpload(app, eager)
  const second = await createUpload(app, eager)
  const third = await createUpload(app, eager)
  const others = await createUpload(app, other)

  await app.work()

  expect(prepared).toEqual([first, others, second, third])
})

test('the engine is aborted when the job that prepares a recording exceeds its deadline', async () => {
  const aborted = Promise.withResolvers<unknown>()
  await using app = await createTestApp({
    audio: {
      ...cannedAudio,
      prepare: ({ signal }) =>
        new Promise((_resolve, reject) => {
          const giveUp = () => {
            aborted.resolve(signal?.reason)
            reject(signal?.reason)
          }
          // The deadline may have passed before the engine was called.
          if (!signal || signal.aborted) giveUp()
          signal?.addEventListener('abort', giveUp)
        }),
    },
  })
  const artist = await createArtistWithPayouts(app)
  const id = await createUpload(app, artist)

  await app.work({ prepare_upload: 1 })

  expect(await aborted.promise).toEqual(
    new Error('The job prepare_upload was not done within 1 ms.'),
  )
  expect(await stateOf(app, artist, id)).toMatchObject({ state: 'processing' })
})

function faultyEngine(prepare: () => Promise<unknown>): AudioEngine {
  return {
    ...cannedAudio,
    prepare: async () => {
      await prepare()
      throw new Error('the connection was lost')
    },
  }
}

test('a stage that cannot be stored stops neither the upload nor the app', async () => {
  const unhandled: unknown[] = []
  const recordError = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', recordError)
  try {
    await using app = await createTestApp({ audio: cannedAudio })
    const artist = await createArtistWithPayouts(app)
    const id = await createUpload(app, artist)
    await sql`alter table uploads add check (stage = 'waiting')`.execute(app.db)
    const warn = vi.spyOn(app.http.log, 'warn')

    await app.work()

    expect(await stateOf(app, artist, id)).toMatchObject({ state: 'listed' })
    // An unhandled rejection is emitted one event loop turn later.
    await new Promise((resolve) => setImmediate(resolve))
    expect(unhandled).toEqual([])
    expect(warn).toHaveBeenCalledWith(
      expect.anything(),
      'the stage of an upload could not be shown',
    )
  } finally {
    process.off('unhandledRejection', recordError)
  }
})

test('an upload whose attempts were all killed is refused, can be dismissed, and leaves no file', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const id = await createUpload(app, artist)
  await killEveryAttempt(app)

  await tidy(app)

  expect(await stateOf(app, artist, id)).toMatchObject({
    state: 'refused',
    reason: 'Upload failed. Please try again.',
  })
  expect(await originalOf(app, id)).toBeNull()
  const dismissed = await app.call(`DELETE /api/proxy/uploads/${id}`, { as: artist })
  expect(dismissed.statusCode).toBe(200)
})

test('an upload whose job no longer exists is refused', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const id = await createUpload(app, artist)
  await removeJobs(app.db)

  await tidy(app)

  expect(await stateOf(app, artist, id)).toMatchObject({ state: 'refused' })
})

test('an upload that waits for its next attempt, or is in its last one, is not refused', async () => {
  const begun = Promise.withResolvers<void>()
  const decoding = Promise.withResolvers<void>()
  const engine = faultyEngine(() => {
    begun.resolve()
    return decoding.promise
  })
  await using app = await createTestApp({ audio: engine })
  const artist = await createArtistWithPayouts(app)
  const running = await createUpload(app, artist)
  await rescheduleJobs(app.db, sql`attempts => 3`)
  const working = app.work()
  await begun.promise
  const waiting = await createUpload(app, artist)
  await rescheduleJobs(app.db, sql`run_at => now() + interval '1 hour'`)

  await tidy(app)

  for (const id of [waiting, running]) {
    expect(await stateOf(app, artist, id)).toMatchObject({ state: 'processing', reason: null })
    expect(await originalOf(app, id)).toEqual({ bytes: song.length })
  }
  decoding.resolve()
  await working
  expect(await stateOf(app, artist, running)).toMatchObject({ state: 'refused' })
})

test('a last attempt that fails after another attempt has listed the upload removes no file', async () => {
  let list = async () => {}
  await using app = await createTestApp({ audio: faultyEngine(() => list()) })
  const artist = await createArtistWithPayouts(app)
  const id = await createUpload(app, artist)
  await rescheduleJobs(app.db, sql`max_attempts => 1`)
  list = async () => {
    await app.db.updateTable('uploads').set({ status: 'listed' }).where('id', '=', id).execute()
  }

  await app.work()

  expect(await stateOf(app, artist, id)).toMatchObject({ state: 'listed', reason: null })
  expect(await originalOf(app, id)).toEqual({ bytes: song.length })
})

test('an upload is refused with the reason if its artist can no longer be paid when it would be listed (UPL-29)', async () => {
  let meanwhile = async () => {}
  await using app = await createTestApp({
    audio: {
      ...cannedAudio,
      prepare: async (input) => {
        const prepared = await cannedAudio.prepare(input)
        await meanwhile()
        return prepared
      },
    },
  })
  const artist = await createArtistWithPayouts(app)
  const id = await createUpload(app, artist)
  meanwhile = async () => {
    await app.db
      .updateTable('payment_accounts')
      .set({ payouts_enabled: false })
      .where('user_id', '=', artist.id)
      .execute()
  }

  await app.work()

  expect(await stateOf(app, artist, id)).toMatchObject({
    state: 'refused',
    reason:
      'Complete your Stripe account setup to enable track uploads. Check your Artist Dashboard for required steps.',
  })
  expect((await app.call('GET /public/tracks/query')).json()).toMatchObject({ totalTracks: 0 })
  expect(await originalOf(app, id)).toBeNull()
  expect(await app.storage.stat(`previews/${id}.mp3`)).toBeNull()
})
