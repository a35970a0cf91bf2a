import { expect, test } from 'vitest'
import type { OwnedFile } from '#contracts/downloads.ts'
import type { OwnedTracks } from '#contracts/orders.ts'
import { makeWav, strummedChord } from '#server/gateways/audio/audio-samples.ts'
import { createRecording } from '../../../tests/support/owned/owned-recordings.ts'
import {
  askForRendition,
  cannedRenderer,
  openLibrary,
  original,
  queuedJobs,
  rendered,
  renditionRoute,
  stateOf,
} from '../../../tests/support/owned/renditions.ts'
import { activityOf, createArtistWithPayouts, paidCart } from '../../../tests/support/shopping.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createTestApp, createUser } from '../../../tests/support/test-app.ts'

/** `runs` are the formats that a test has had rendered. */
const { renderer, runs } = cannedRenderer()
const emptyApp = emptiedTestApp({ renderer })

test('the MP3 of what is bought is made at the purchase, once for all buyers, and is what the player plays', async () => {
  const app = await emptyApp()
  runs.length = 0
  const artist = await createArtistWithPayouts(app)
  const wav = { bytes: original }
  const bought = await createRecording(app, { artistId: artist.id, title: 'Skye' }, wav)
  const mp3 = await createRecording(
    app,
    { artistId: artist.id, title: 'Home' },
    { bytes: original, container: 'mp3', codec: 'mp3' },
  )
  await createRecording(app, { artistId: artist.id, title: 'Not bought' }, wav)
  const [mia, tom] = [await createUser(app), await createUser(app)]
  await paidCart(app, mia, [bought.id, mp3.id])
  await paidCart(app, tom, [bought.id])
  expect(await queuedJobs(app)).toBe(1)
  await app.work()
  expect(runs).toEqual(['mp3'])
  for (const as of [mia, tom]) {
    expect(await stateOf(app, as, bought.id)).toMatchObject({ state: 'ready' })
    const { tracks } = (await app.call('GET /api/proxy/my-tracks', { as })).json<OwnedTracks>()
    expect(tracks.find(({ track }) => track.id === bought.id)?.stream?.url).toContain('format=mp3')
  }
})

test('a recording is made as MP3 by one job however many ask, told to all who asked, and then played and downloaded', async () => {
  const app = await emptyApp()
  runs.length = 0
  const { artist, mia, id } = await openLibrary(app)
  const tom = await createUser(app)
  expect(await stateOf(app, mia, id)).toMatchObject({ state: 'absent', canBeRequested: true })
  await paidCart(app, tom, [id])
  const download = `/api/proxy/tracks/download/${id}?format=mp3`
  const early = await app.call(`GET ${download}`, { as: mia })
  expect(early.json()).toMatchObject({ code: 'rendition_not_ready' })

  const asked = await Promise.all(
    Array.from({ length: 10 }, (_, at) => askForRendition(app, at % 2 === 0 ? mia : tom, id)),
  )
  expect(asked.map((response) => response.json<OwnedFile>().state)).toEqual(
    asked.map(() => 'waiting'),
  )
  expect(await queuedJobs(app)).toBe(1)
  const told: string[] = []
  app.events.subscribe({
    onEvent(event) {
      if (event.name === 'renditionChanged') told.push(`${event.trackId} ${event.userId}`)
    },
    onMissed: () => {},
  })
  // The process listens from now on.
  await app.eventsArrived()
  await app.work()
  await app.eventsArrived()
  expect(runs).toEqual(['mp3'])
  expect(told.toSorted()).toEqual([`${id} ${mia.id}`, `${id} ${tom.id}`].toSorted())

  for (const as of [mia, tom]) {
    expect(await stateOf(app, as, id)).toMatchObject({ state: 'ready', bytes: rendered.length })
  }
  const file = await app.call(`GET ${download}`, { as: tom })
  expect(file.rawPayload.equals(rendered)).toBe(true)
  expect(file.headers).toMatchObject({
    'content-type': 'audio/mpeg',
    'cache-control': 'private, no-store',
    'content-disposition': 'attachment; filename="Skye 0.mp3"',
  })
  expect(await activityOf(app.db, 'downloads')).toEqual({ [id]: 1 })
  const { tracks } = (await app.call('GET /api/proxy/my-tracks', { as: mia })).json<OwnedTracks>()
  const url = tracks[0]?.stream?.url ?? ''
  expect(url).toBe(`/api/proxy/my-tracks/${id}/stream?format=mp3`)
  const part = await app.call(`GET ${url}`, { as: mia, headers: { range: 'bytes=100-199' } })
  expect(part.statusCode).toBe(206)
  expect(part.rawPayload.equals(rendered.subarray(100, 200))).toBe(true)

  // Asking again makes nothing anew; nobody else gets a byte, whatever they guess.
  expect((await askForRendition(app, mia, id)).json()).toMatchObject({ state: 'ready' })
  expect(await queuedJobs(app)).toBe(0)
  const stored = await app.db.selectFrom('renditions').selectAll().executeTakeFirstOrThrow()
  const [other, banned] = [await createUser(app), await createUser(app)]
  await paidCart(app, banned, [id])
  await app.db.updateTable('users').set({ banned: true }).where('id', '=', banned.id).execute()
  const addresses = [
    download,
    url,
    `/api/proxy/tracks/download/${id}`,
    `/api/proxy/my-tracks/${id}/stream`,
    `/api/proxy/my-tracks/${stored.storage_key}/stream`,
    `/api/proxy/my-tracks/${encodeURIComponent(`../${stored.storage_key}`)}/stream`,
    `/${stored.storage_key}`,
    `/files/${stored.storage_key}`,
    `/public/${stored.storage_key}`,
    '/api/proxy/my-tracks/zip',
  ]
  const secrets = [rendered.subarray(500, 600), original.subarray(500, 600)]
  for (const address of addresses) {
    for (const method of ['GET', 'HEAD']) {
      for (const range of [undefined, 'bytes=0-', 'bytes=400-900', 'bytes=-100', 'bytes=0-0,5-9']) {
        // A suspended buyer keeps the downloads, and plays nothing.
        const keeps = address.includes('/download/') || address.endsWith('/zip')
        for (const as of [undefined, other, artist, ...(keeps ? [] : [banned])]) {
          const response = await app.call(`${method} ${address}`, {
            ...(as ? { as } : {}),
            headers: range ? { range } : {},
          })
          const leaks = secrets.some((secret) => response.rawPayload.includes(secret))
          expect([address, method, response.statusCode >= 400, leaks]).toEqual([
            address,
            method,
            true,
            false,
          ])
        }
      }
    }
  }
})

test('what the original is already is not made again, and each customer can have five made at a time', async () => {
  const app = await emptyApp()
  const { mia: other, id: ofOther } = await openLibrary(app)
  const { artist, mia, ids } = await openLibrary(app, 6)
  const mp3 = await createRecording(
    app,
    { artistId: artist.id, title: 'Ash' },
    { bytes: original, container: 'mp3', codec: 'mp3' },
  )
  await paidCart(app, mia, [mp3.id])
  for (const method of ['POST', 'GET']) {
    const response = await app.call(`${method} ${renditionRoute(mp3.id)}`, {
      as: mia,
      ...(method === 'POST' ? { send: {} } : {}),
    })
    expect(response.json()).toMatchObject({ code: 'rendition_not_needed' })
  }
  expect((await askForRendition(app, mia, ids[0] ?? '', 'wav')).json()).toMatchObject({
    code: 'rendition_not_needed',
  })
  const mine = await app.call('GET /api/proxy/my-tracks?query=ash', { as: mia })
  const [ash] = mine.json<OwnedTracks>().tracks
  expect(ash?.files.map(({ format, label }) => [format, label])).toEqual([
    ['original', 'MP3'],
    ['wav', 'WAV 16 bit'],
  ])

  const asked = await Promise.all(ids.map((id) => askForRendition(app, mia, id)))
  const codes = asked.map((response) => response.json<{ code?: string }>().code ?? 'waiting')
  expect(codes.toSorted()).toEqual([
    'too_many_renditions',
    'waiting',
    'waiting',
    'waiting',
    'waiting',
    'waiting',
  ])
  expect(await queuedJobs(app)).toBe(5)
  expect((await askForRendition(app, other, ofOther)).json()).toMatchObject({ state: 'waiting' })
})

test('what purchases have queued does not count towards the five, also when another customer had asked for it', async () => {
  const app = await emptyApp()
  const { artist, mia: tom, ids: asked } = await openLibrary(app, 2)
  for (const id of asked) await askForRendition(app, tom, id)
  const mia = await createUser(app)
  const flac = { bytes: original, container: 'flac', codec: 'flac' } as const
  const others = [1, 2, 3, 4].map((number) => ({ artistId: artist.id, title: `Skye ${number}` }))
  const made = []
  for (const other of others) made.push(await createRecording(app, other, flac))
  const bought = [...asked, ...made.map(({ id }) => id)]
  await paidCart(app, mia, bought)
  // Asking for what the purchase has queued is no request of its own.
  for (const id of bought) {
    expect((await askForRendition(app, mia, id)).json()).toMatchObject({ state: 'waiting' })
  }
  const wavs = []
  for (const { id } of made) wavs.push(await askForRendition(app, mia, id, 'wav'))
  expect(wavs.map((response) => response.json<OwnedFile>().state)).toEqual(
    made.map(() => 'waiting'),
  )
  expect(await queuedJobs(app)).toBe(bought.length + made.length)
})

test('an upload of 24 bits becomes an MP3 and a WAV of 16 bits through the queue', async () => {
  await using app = await createTestApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const song = makeWav({ waveform: strummedChord(), seconds: 6 })
  const { id } = await createRecording(
    app,
    { artistId: artist.id, title: 'Skye' },
    { bytes: song, codec: 'pcm_s24le', durationMs: 6_000 },
  )
  await paidCart(app, mia, [id])
  await askForRendition(app, mia, id)
  await askForRendition(app, mia, id, 'wav')
  await app.work()
  const files = await Promise.all(
    ['mp3', 'wav'].map((format) =>
      app.call(`GET /api/proxy/tracks/download/${id}?format=${format}`, { as: mia }),
    ),
  )
  const [mp3, wav] = files.map(({ rawPayload }) => rawPayload)
  // 320 kbit/s are 40 bytes a millisecond; a frame begins with eleven bits that are set.
  expect(Math.abs((mp3?.length ?? 0) / 6_000 - 40)).toBeLessThan(1)
  expect(wav?.toString('latin1', 0, 4)).toBe('RIFF')
  expect(Math.abs((wav?.length ?? 0) - song.length)).toBeLessThan(200)
})
