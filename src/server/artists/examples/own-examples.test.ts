// An artist's own examples: sent, prepared, refused, described, ordered and deleted.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Artist } from '#contracts/artists/artists.ts'
import type { OwnExample } from '#contracts/artists/examples.ts'
import { maxExampleMegabytes } from '#rules/artists/example-limits.ts'
import { makeWav, tone } from '#server/gateways/audio/audio-samples.ts'
import { sendWhileAccessEnds } from '../../../../tests/support/artists/end-access.ts'
import { sendExample } from '../../../../tests/support/artists/examples.ts'
import { cannedAudio } from '../../../../tests/support/canned-audio.ts'
import { openEventStream } from '../../../../tests/support/event-stream.ts'
import { sharedTestApp } from '../../../../tests/support/shared-app.ts'
import {
  createTestApp,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/test-app.ts'
import { formWithSilence } from '../../../../tests/support/uploading.ts'
import { watchFiles } from '../../../../tests/support/uploads/watch-files.ts'

/** Most recordings need not be decoded. */
const sharedApp = sharedTestApp({ audio: cannedAudio })
const decodingApp = sharedTestApp()

const own = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/artist/examples', { as })).json<{ examples: OwnExample[] }>().examples
const heard = async (app: TestApp, { id }: TestUser) =>
  (await app.call(`GET /public/users/${id}`)).json<Artist>().artistExamples

test('the first minute of what an artist sends becomes an example; its artist is told when it is ready', async () => {
  const app = await decodingApp()
  const storedFiles = await watchFiles(app, 'examples')
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const rosa = await createUser(app, { role: 'artist' })
  await using stream = await openEventStream(address, rosa)
  const file = makeWav({ waveform: tone(440), seconds: 65 })
  const sent = await sendExample(app, rosa, { description: ' Soft,  and slow ', file })
  const { id } = sent.json<OwnExample>()
  expect(sent.json()).toMatchObject({
    state: 'waiting',
    description: 'Soft, and slow',
    fileName: 'take.wav',
    url: null,
    reason: null,
  })
  expect(await heard(app, rosa)).toEqual([])

  await app.work()

  const url = `/public/examples/${id}/audio.mp3`
  expect(await own(app, rosa)).toMatchObject([{ state: 'ready', url, durationSeconds: 60 }])
  expect(await heard(app, rosa)).toMatchObject([{ id, url, description: 'Soft, and slow' }])
  const played = await app.call(`GET ${url}`)
  expect(played.rawPayload.subarray(0, 3).toString()).toBe('ID3')
  // A minute of 128 kbit/s: the recording itself, twice as large, is not kept.
  expect(played.rawPayload.length / 16_000).toBeCloseTo(60, 0)
  expect(await storedFiles()).toEqual([`examples/${id}.mp3`])
  await expect.poll(() => stream.events()).toContainEqual({ name: 'exampleChanged', exampleId: id })
})

test('a recording that cannot be an example is refused at once, or with a reason once it is decoded', async () => {
  const app = await decodingApp()
  const storedFiles = await watchFiles(app, 'examples')
  const rosa = await createUser(app, { role: 'artist' })
  const refused: [form: Parameters<typeof sendExample>[2], code: string][] = [
    [{ file: Buffer.from('<html><script>alert(1)</script>') }, 'audio_not_recognised'],
    [{ file: Buffer.alloc(0) }, 'upload_file_missing'],
    [{ description: '  ' }, 'invalid_input'],
    [{ description: 'x'.repeat(201) }, 'invalid_input'],
    [
      {
        body: formWithSilence(
          { fields: { description: 'Soft' }, file: makeWav({ waveform: tone(440), seconds: 1 }) },
          maxExampleMegabytes,
        ),
      },
      'example_too_large',
    ],
  ]
  for (const [form, code] of refused)
    expect((await sendExample(app, rosa, form)).json()).toMatchObject({ code })
  expect([await own(app, rosa), await storedFiles()]).toEqual([[], []])

  await sendExample(app, rosa, { file: makeWav({ waveform: tone(440), seconds: 2 }) })
  await app.work()
  expect(await own(app, rosa)).toMatchObject([
    { state: 'refused', url: null, reason: 'The recording is shorter than 5 seconds.' },
  ])
  expect([await heard(app, rosa), await storedFiles()]).toEqual([[], []])
})

test('each artist has five examples at most, also when they are sent at the same time', async () => {
  const app = await sharedApp()
  const storedFiles = await watchFiles(app, 'examples')
  const [rosa, tom] = [
    await createUser(app, { role: 'artist' }),
    await createUser(app, { role: 'artist' }),
  ]
  const responses = await Promise.all(Array.from({ length: 8 }, () => sendExample(app, rosa)))
  const codes = responses.map((response) => response.json<{ code?: string }>().code)
  expect(codes.filter((code) => code === 'too_many_examples').length).toBeGreaterThanOrEqual(3)
  const { length } = await own(app, rosa)
  for (let more = length; more < 5; more++) await sendExample(app, rosa)
  expect((await sendExample(app, rosa)).json()).toMatchObject({ code: 'too_many_examples' })
  expect(await own(app, rosa)).toHaveLength(5)
  expect(await storedFiles()).toHaveLength(5)
  expect((await sendExample(app, tom)).statusCode).toBe(200)
})

test('a new example is the first; an artist puts them in another order, describes and deletes them, and nobody else does', async () => {
  const app = await sharedApp()
  const storedFiles = await watchFiles(app, 'examples')
  const [rosa, tom] = [
    await createUser(app, { role: 'artist' }),
    await createUser(app, { role: 'artist' }),
  ]
  for (const description of ['one', 'two', 'three']) await sendExample(app, rosa, { description })
  await app.work()
  const namesIn = (examples: { description: string }[]) =>
    examples.map(({ description }) => description)
  const [three = '', two = '', one = ''] = (await own(app, rosa)).map(({ id }) => id)
  expect(namesIn(await heard(app, rosa))).toEqual(['three', 'two', 'one'])

  const put = (as: TestUser, ids: string[]) =>
    app.call('PUT /api/artist/examples/order', { as, send: { ids } })
  expect((await put(rosa, [two, three, one])).statusCode).toBe(200)
  expect(namesIn(await heard(app, rosa))).toEqual(['two', 'three', 'one'])
  for (const [as, ids] of [
    [rosa, [two, three]],
    [rosa, [two, three, three]],
    [tom, [two, three, one]],
  ] as const)
    expect((await put(as, [...ids])).json()).toMatchObject({ code: 'examples_changed' })

  const describe = { send: { description: 'Two, slower' } }
  const route = `PATCH /api/artist/examples/${two}`
  expect((await app.call(route, { as: tom, ...describe })).json()).toMatchObject({
    code: 'not_found',
  })
  expect(namesIn(await heard(app, rosa))).toEqual(['two', 'three', 'one'])
  expect((await app.call(route, { as: rosa, ...describe })).json()).toMatchObject(describe.send)
  const remove = `DELETE /api/artist/examples/${three}`
  expect((await app.call(remove, { as: tom })).json()).toMatchObject({ code: 'not_found' })
  expect((await app.call(remove, { as: rosa })).statusCode).toBe(200)
  expect(namesIn(await heard(app, rosa))).toEqual(['Two, slower', 'one'])
  expect(await storedFiles()).not.toContain(`examples/${three}.mp3`)
  expect((await app.call(`GET /public/examples/${three}/audio.mp3`)).statusCode).toBe(404)
})

test.each([
  ['deleted', 'login_required'],
  ['banned', 'banned'],
] as const)(
  'an example that is on its way when its artist is %s is refused, and nothing of it is stored',
  async (by, code) => {
    const app = await sharedApp()
    const storedFiles = await watchFiles(app, 'examples')
    const rosa = await createUser(app, { role: 'artist' })
    const response = await sendWhileAccessEnds(app, rosa, {
      by,
      send: (until) => sendExample(app, rosa, { until }),
    })
    expect(response.json()).toMatchObject({ code })
    expect(await storedFiles()).toEqual([])
    const rows = app.db.selectFrom('artist_examples').where('artist_id', '=', rosa.id)
    expect(await rows.select('id').execute()).toEqual([])
  },
)

test('an example that is deleted while it is prepared leaves nothing, and one whose job is lost is refused', async () => {
  let whilePreparing = async () => {}
  const audio: typeof cannedAudio = {
    ...cannedAudio,
    async makeExample(input) {
      await whilePreparing()
      return cannedAudio.makeExample(input)
    },
  }
  await using app = await createTestApp({ audio })
  const storedFiles = await watchFiles(app, 'examples')
  const rosa = await createUser(app, { role: 'artist' })
  const { id } = (await sendExample(app, rosa)).json<OwnExample>()
  whilePreparing = async () => {
    await app.call(`DELETE /api/artist/examples/${id}`, { as: rosa })
  }
  await app.work()
  expect([await own(app, rosa), await storedFiles()]).toEqual([[], []])

  await sendExample(app, rosa)
  await sql`select graphile_worker.remove_job(key) from graphile_worker.jobs where key like 'prepare_example:%'`.execute(
    app.db,
  )
  await sql`select graphile_worker.add_job('tidy_examples')`.execute(app.db)
  await app.work()
  expect(await own(app, rosa)).toMatchObject([{ state: 'refused', reason: expect.any(String) }])
  expect(await storedFiles()).toEqual([])
})
