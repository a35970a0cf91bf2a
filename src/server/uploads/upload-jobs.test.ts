import { basename } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import {
  AudioRefused,
  openAudioEngine,
  type AudioEngine,
} from '#server/gateways/audio/audio-engine.ts'
import { makeWav, strummedChord } from '#server/gateways/audio/audio-samples.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { openScene, type Person, type Scene } from '../../../tests/support/scene.ts'
import { aPayableArtist } from '../../../tests/support/shopping.ts'
import { upload } from '../../../tests/support/uploading.ts'

const song = makeWav({ waveform: strummedChord(), seconds: 20 })

async function anUpload(scene: Scene, artist: Person): Promise<string> {
  const answer = await upload(scene, { as: artist, file: song })
  return answer.json<{ id: string }>().id
}

const stateOf = async (scene: Scene, as: Person, id: string) =>
  (await scene.call(`GET /api/proxy/uploads/${id}`, { as })).json()

const originalOf = (scene: Scene, id: string) => scene.storage.stat(`originals/${id}`)

/** As a kill leaves it: the attempt was counted when the job was picked up, and no worker holds it. */
async function killEveryTry(scene: Scene): Promise<void> {
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(scene.db)
}

async function tidy(scene: Scene): Promise<void> {
  await addJob(scene.db, 'tidy_uploads', {})
  await scene.work()
}

test('an artist who sends three recordings is prepared one, then the others have their turn', async () => {
  const prepared: string[] = []
  await using scene = await openScene({
    audio: {
      name: 'wasm',
      prepare: ({ path }) => {
        prepared.push(basename(path))
        throw new AudioRefused('audio_silent')
      },
    },
  })
  const [eager, other] = [await aPayableArtist(scene), await aPayableArtist(scene)]
  const first = await anUpload(scene, eager)
  const second = await anUpload(scene, eager)
  const third = await anUpload(scene, eager)
  const others = await anUpload(scene, other)

  await scene.work()

  expect(prepared).toEqual([first, others, second, third])
})

test('the engine is told when the job that prepares a recording is over its deadline', async () => {
  const told = Promise.withResolvers<unknown>()
  await using scene = await openScene({
    audio: {
      name: 'wasm',
      prepare: ({ signal }) =>
        new Promise((_resolve, reject) => {
          const giveUp = () => {
            told.resolve(signal?.reason)
            reject(signal?.reason)
          }
          // The deadline may have passed before the engine was asked.
          if (!signal || signal.aborted) giveUp()
          signal?.addEventListener('abort', giveUp)
        }),
    },
  })
  const artist = await aPayableArtist(scene)
  const id = await anUpload(scene, artist)

  await scene.work({ prepare_upload: 1 })

  expect(await told.promise).toEqual(new Error('The job prepare_upload was not done within 1 ms.'))
  expect(await stateOf(scene, artist, id)).toMatchObject({ state: 'processing' })
})

function faultyEngine(prepare: () => Promise<unknown>): AudioEngine {
  return {
    name: 'wasm',
    prepare: async () => {
      await prepare()
      throw new Error('the connection was lost')
    },
  }
}

test('a stage that cannot be written down holds up neither the upload nor the shop', async () => {
  const unheard: unknown[] = []
  const hear = (error: unknown) => void unheard.push(error)
  process.on('unhandledRejection', hear)
  try {
    await using scene = await openScene()
    const artist = await aPayableArtist(scene)
    const id = await anUpload(scene, artist)
    await sql`alter table uploads add check (stage = 'waiting')`.execute(scene.db)
    const warn = vi.spyOn(scene.http.log, 'warn')

    await scene.work()

    expect(await stateOf(scene, artist, id)).toMatchObject({ state: 'listed' })
    // An unheard rejection is announced a turn later.
    await new Promise((resolve) => setImmediate(resolve))
    expect(unheard).toEqual([])
    expect(warn).toHaveBeenCalledWith(
      expect.anything(),
      'the stage of an upload could not be shown',
    )
  } finally {
    process.off('unhandledRejection', hear)
  }
})

test('an upload whose every try was killed is refused, may be sent again, and leaves no file', async () => {
  await using scene = await openScene()
  const artist = await aPayableArtist(scene)
  const id = await anUpload(scene, artist)
  await killEveryTry(scene)

  await tidy(scene)

  expect(await stateOf(scene, artist, id)).toMatchObject({
    state: 'refused',
    reason: 'Upload failed. Please try again.',
  })
  expect(await originalOf(scene, id)).toBeNull()
  const dismissed = await scene.call(`DELETE /api/proxy/uploads/${id}`, { as: artist })
  expect(dismissed.statusCode).toBe(200)
})

test('an upload whose job is gone altogether is refused, too', async () => {
  await using scene = await openScene()
  const artist = await aPayableArtist(scene)
  const id = await anUpload(scene, artist)
  await sql`delete from graphile_worker._private_jobs`.execute(scene.db)

  await tidy(scene)

  expect(await stateOf(scene, artist, id)).toMatchObject({ state: 'refused' })
})

test('an upload that waits for its next try, or is in its last one, is left alone', async () => {
  await using scene = await openScene()
  const artist = await aPayableArtist(scene)
  const waiting = await anUpload(scene, artist)
  await sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'`.execute(
    scene.db,
  )
  const running = await anUpload(scene, artist)
  await sql`
    update graphile_worker._private_jobs
    set attempts = max_attempts, locked_at = now(), locked_by = 'a worker that lives'
    where run_at <= now()
  `.execute(scene.db)

  await tidy(scene)

  for (const id of [waiting, running]) {
    expect(await stateOf(scene, artist, id)).toMatchObject({ state: 'processing', reason: null })
    expect(await originalOf(scene, id)).toEqual({ bytes: song.length })
  }
})

test('a last try that fails after another one has listed the upload takes no file away', async () => {
  let list = async () => {}
  await using scene = await openScene({ audio: faultyEngine(() => list()) })
  const artist = await aPayableArtist(scene)
  const id = await anUpload(scene, artist)
  await sql`update graphile_worker._private_jobs set max_attempts = 1`.execute(scene.db)
  list = async () => {
    await scene.db.updateTable('uploads').set({ state: 'listed' }).where('id', '=', id).execute()
  }

  await scene.work()

  expect(await stateOf(scene, artist, id)).toMatchObject({ state: 'listed', reason: null })
  expect(await originalOf(scene, id)).toEqual({ bytes: song.length })
})

test('an artist who cannot be paid any more when the upload would be listed is told so (UPL-29)', async () => {
  const engine = openAudioEngine({})
  let meanwhile = async () => {}
  await using scene = await openScene({
    audio: {
      name: 'wasm',
      prepare: async (input) => {
        const prepared = await engine.prepare(input)
        await meanwhile()
        return prepared
      },
    },
  })
  const artist = await aPayableArtist(scene)
  const id = await anUpload(scene, artist)
  meanwhile = async () => {
    await scene.db
      .updateTable('payout_accounts')
      .set({ ready: false })
      .where('user_id', '=', artist.id)
      .execute()
  }

  await scene.work()

  expect(await stateOf(scene, artist, id)).toMatchObject({
    state: 'refused',
    reason:
      'Complete your Stripe account setup to enable track uploads. Check your Artist Dashboard for required steps.',
  })
  expect((await scene.call('GET /public/tracks/query')).json()).toMatchObject({ totalTracks: 0 })
  expect(await originalOf(scene, id)).toBeNull()
  expect(await scene.storage.stat(`previews/${id}.mp3`)).toBeNull()
})
