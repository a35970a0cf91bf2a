import { randomUUID } from 'node:crypto'
import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { makeWav, strummedChord } from '#server/gateways/audio/audio-samples.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { aPerson, aTrack, openScene, type Scene } from '../../../tests/support/scene.ts'
import { aPayableArtist } from '../../../tests/support/shopping.ts'
import { upload } from '../../../tests/support/uploading.ts'

const song = makeWav({ waveform: strummedChord(), seconds: 6 })

async function aShopOfLastWeek(): Promise<Scene> {
  const scene = await openScene()
  await sql`update migrations set applied_at = now() - interval '7 days'`.execute(scene.db)
  return scene
}

async function age(scene: Scene, key: string, minutes: number): Promise<void> {
  const then = new Date(Date.now() - minutes * 60_000)
  await utimes(join(scene.folder, 'files', key), then, then)
}

async function aFile(scene: Scene, key: string, minutes: number): Promise<string> {
  async function* body() {
    yield Buffer.from('sound')
  }
  await scene.storage.put(key, body(), { maxBytes: 100, contentType: 'audio/wav' })
  await age(scene, key, minutes)
  return key
}

async function sweep(scene: Scene): Promise<void> {
  await addJob(scene.db, 'sweep_stored_files', {})
  await scene.work()
}

async function held(scene: Scene, keys: string[]): Promise<string[]> {
  const found = await Promise.all(
    keys.map(async (key) => ((await scene.storage.stat(key)) ? key : null)),
  )
  return found.filter((key) => key !== null)
}

test('a file without a row is swept after an hour, and not before', async () => {
  await using scene = await aShopOfLastWeek()
  const old = [
    await aFile(scene, `originals/${randomUUID()}`, 61),
    await aFile(scene, `previews/${randomUUID()}.mp3`, 61),
  ]
  const young = [
    await aFile(scene, `originals/${randomUUID()}`, 59),
    await aFile(scene, `previews/${randomUUID()}.mp3`, 59),
  ]
  const warn = vi.spyOn(scene.http.log, 'warn')

  await sweep(scene)

  expect(await held(scene, [...old, ...young])).toEqual(young)
  expect(warn.mock.calls.map(([about]) => about)).toEqual(
    expect.arrayContaining(old.map((key) => ({ key }))),
  )
})

test('no file is swept that a track, withdrawn or not, or an upload under way needs', async () => {
  await using scene = await aShopOfLastWeek()
  const artist = await aPayableArtist(scene)
  const artistId = artist.id
  const needed: string[] = []
  for (const withdrawnAt of [null, new Date()]) {
    const { id } = await aTrack(scene.db, { artistId })
    await scene.db
      .updateTable('tracks')
      .set({ withdrawn_at: withdrawnAt })
      .where('id', '=', id)
      .execute()
    needed.push(await aFile(scene, `originals/${id}`, 100_00))
    needed.push(await aFile(scene, `previews/${id}.mp3`, 100_00))
  }
  const renamed = await aTrack(scene.db, { artistId })
  const [original, preview] = [`originals/${randomUUID()}`, `previews/${randomUUID()}.mp3`]
  await scene.db
    .updateTable('tracks')
    .set({ original_key: original, preview_key: preview })
    .where('id', '=', renamed.id)
    .execute()
  needed.push(await aFile(scene, original, 120), await aFile(scene, preview, 120))
  const { id } = (await upload(scene, { as: artist, file: song })).json<{ id: string }>()
  await sql`update graphile_worker._private_jobs set run_at = now() + interval '1 day'`.execute(
    scene.db,
  )
  await age(scene, `originals/${id}`, 120)
  needed.push(`originals/${id}`, await aFile(scene, `previews/${id}.mp3`, 120))

  await sweep(scene)

  expect(await held(scene, needed)).toEqual(needed)
})

test('what a crash left of a refused upload is swept', async () => {
  await using scene = await aShopOfLastWeek()
  const artist = await aPayableArtist(scene)
  const { id } = (await upload(scene, { as: artist, file: song })).json<{ id: string }>()
  await scene.db
    .updateTable('uploads')
    .set({ state: 'refused', refusal_code: 'upload_interrupted' })
    .execute()
  await age(scene, `originals/${id}`, 120)
  const left = [`originals/${id}`, await aFile(scene, `previews/${id}.mp3`, 120)]

  await sweep(scene)

  expect(await held(scene, left)).toEqual([])
})

test('files that are older than the database, or not of our naming, are nobody to sweep', async () => {
  await using scene = await aShopOfLastWeek()
  const older = await aFile(scene, `originals/${randomUUID()}`, 8 * 24 * 60)
  const foreign = await aFile(scene, 'originals/notes', 120)
  await writeFile(join(scene.folder, 'files', 'readme.txt'), 'kept')

  await sweep(scene)

  expect(await held(scene, [older, foreign])).toEqual([older, foreign])
})

test('more files than are asked about at once are all looked at', async () => {
  await using scene = await aShopOfLastWeek()
  const artist = await aPerson(scene, { role: 'artist' })
  const { id } = await aTrack(scene.db, { artistId: artist.id })
  const needed = await aFile(scene, `originals/${id}`, 120)
  for (let count = 0; count < 501; count++) await aFile(scene, `originals/${randomUUID()}`, 120)

  await sweep(scene)

  const left = await Array.fromAsync(scene.storage.list('originals'))
  expect(left.map(({ key }) => key)).toEqual([needed])
})
