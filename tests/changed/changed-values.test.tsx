import { renderToStaticMarkup } from 'react-dom/server'
import type { ReactElement } from 'react'
import { MemoryRouter } from 'react-router'
import { afterAll, expect, test } from 'vitest'
import { refusalMessage } from '#rules/errors/refusal.ts'
import { clampTuning } from '#rules/listening/tuning.ts'
import { audioLimits } from '#rules/uploads/upload-limits.ts'
import { choosePreview } from '#server/gateways/audio/choose-preview.ts'
import { checkDecoded, checkStream } from '#server/gateways/audio/audio-limits.ts'
import { AudioRefused } from '#server/gateways/audio/audio-refusal.ts'
import { Headline } from '#web/home/headline.tsx'
import { KeyAndTempo } from '#web/player/key-and-tempo/key-and-tempo.tsx'
import { InYourBrowser } from '#web/policies/privacy-browser.tsx'
import { EmailLink } from '#web/policies/operator.tsx'
import { Selling, Uploading } from '#web/policies/terms-for-artists.tsx'
import { exampleTrack } from '#web/tracks/example-track.ts'
import { FilterPanel } from '#web/tracks/catalogue/filter-panel.tsx'
import { codeOf } from '../support/access/code-of.ts'
import { createArtistWithPayouts } from '../support/shopping.ts'
import { announce } from '../support/uploads/resumable.ts'
import { createTestApp, createTrack, createUser } from '../support/test-app.ts'
import { changes, listedConstants } from './changes.ts'

const app = await createTestApp()
afterAll(() => app[Symbol.asyncDispose]())
const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]

const html = (element: ReactElement) => renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>)
const messageOf = (response: { json: () => { message: string } }) => response.json().message

test('every constant that the page lists has another value here, in the file that it names', () => {
  const listed = listedConstants()
  expect(listed.length).toBeGreaterThan(15)
  expect(Object.fromEntries(listed.map(({ name, file }) => [name, file]))).toEqual(
    Object.fromEntries(Object.entries(changes).map(([name, { file }]) => [name, file])),
  )
})

test('another share and fee change the price of a track', async () => {
  const { id } = await createTrack(app.db, { artistId: artist.id, pricePence: 400 })
  const track = (await app.call(`GET /api/proxy/tracks/${id}`)).json()
  expect(track).toMatchObject({ customerPricePence: 400 + 100 + 30 })
})

test('another name, strapline and contact stand on pages and in the API', async () => {
  const document = (await app.call('GET /api/docs')).json()
  expect(document).toMatchObject({ info: { title: expect.stringContaining('Oversong') } })
  expect(html(<Headline />)).toContain('Hum Along')
  expect(html(<EmailLink />)).toContain('ask@oversong.example')
})

test('another largest cart is enforced and said', async () => {
  const add = async () => {
    const { id } = await createTrack(app.db, { artistId: artist.id })
    return app.call('POST /api/proxy/auth/cart/add', { as: mia, send: { trackId: id } })
  }
  expect((await add()).statusCode).toBe(200)
  expect((await add()).statusCode).toBe(200)
  const refused = await add()
  expect(codeOf(refused)).toBe('cart_full')
  expect(messageOf(refused)).toContain('2 tracks')
})

test('another longest preview is cut and promised', () => {
  const minute = new Int16Array(60 * 8000).map((_, at) => Math.round(9000 * Math.sin(at / 5)))
  expect(choosePreview(minute, 8000, -14).durationMs).toBe(12_000)
  expect(html(<Selling />)).toContain('up to 12 seconds')
})

test('another length of a session ends the cookie, and is said', async () => {
  const response = await app.call('POST /api/accounts/log-in', {
    send: { email: mia.email, password: 'sing it to me' },
  })
  expect(response.cookies.map(({ maxAge }) => maxAge)).toContain(2 * 24 * 60 * 60)
  expect(html(<InYourBrowser />)).toContain('2 days')
})

test('another largest recording, and fewer uploads at once, are enforced and said', async () => {
  const tooLarge = await announce(app, artist, { bytes: 1024 ** 2 + 1 })
  expect(codeOf(tooLarge)).toBe('upload_too_large')
  expect(messageOf(tooLarge)).toContain('1 MB')
  expect((await announce(app, artist, { bytes: 1000 })).statusCode).toBe(201)
  const second = await announce(app, artist, { bytes: 1000 })
  expect(codeOf(second)).toBe('too_many_uploads')
  expect(messageOf(second)).toContain('1 of your uploads')
})

test.each([
  ['shortest length', { durationMs: 6_900 }, 'audio_too_short', '7 seconds'],
  ['longest length', { durationMs: 540_001 }, 'audio_too_long', '9 minutes'],
  ['lowest sample rate', { sampleRateHz: 15_999 }, 'audio_sample_rate', 'between 16 and 96 kHz'],
  ['highest sample rate', { sampleRateHz: 96_001 }, 'audio_sample_rate', 'between 16 and 96 kHz'],
  ['number of channels', { channels: 2 }, 'audio_channels', 'at most 1.'],
] as const)('another %s of a recording is enforced and said', (_limit, facts, code, said) => {
  expect(() => checkRecording(facts)).toThrow(new AudioRefused(code))
  expect(refusalMessage(code)).toContain(said)
})

test('recordings within the other limits are accepted, and lengths promised', () => {
  expect(() => checkRecording({})).not.toThrow()
  expect(html(<Uploading />)).toContain('7 seconds to 9 minutes')
})

type RecordingFacts = { durationMs?: number; sampleRateHz?: number; channels?: number }

function checkRecording({
  durationMs = 7_000,
  sampleRateHz = 16_000,
  channels = 1,
}: RecordingFacts) {
  const stream = { codec: 'flac', sampleRateHz, channels, declaredMs: null, hasPictures: false }
  checkStream(stream)
  const loudness = { loudnessLufs: -20, loudnessRangeLu: 5 }
  const { minSeconds } = audioLimits
  checkDecoded({ container: 'flac', stream, durationMs, loudness, minSeconds })
}

test.each([
  ['genre', 'Shanty', 'genre'],
  ['type', 'Loop', 'format'],
  ['backingTrackType', 'Harp', 'instrumentation'],
  ['vocal-range', 'Basso', 'vocalRange'],
])('a new choice of %s is stored, found by its filter, and offered', async (name, value, field) => {
  const { id } = await createTrack(app.db, { artistId: artist.id, [field]: value })
  await createTrack(app.db, { artistId: artist.id })
  const found = await app.call(`GET /public/tracks/query?${name}=${value}`)
  expect(found.json<{ tracks: { id: string }[] }>().tracks.map((track) => track.id)).toEqual([id])
  expect(
    html(
      <FilterPanel
        count={null}
        search={{ orderBy: 'popularity', page: 1 }}
        choose={() => undefined}
      />,
    ),
  ).toContain(value)
})

test('another page size pages lists, and other longest texts are enforced', async () => {
  for (let at = 0; at < 4; at++) await createTrack(app.db, { artistId: artist.id })
  const list = (await app.call('GET /public/tracks/query')).json<{ tracks: []; limit: number }>()
  expect([list.tracks.length, list.limit]).toEqual([3, 3])
  const { id } = await createTrack(app.db, { artistId: artist.id })
  for (const [field, max] of [
    ['title', 20],
    ['instructions', 30],
  ] as const) {
    const edit = (text: string) =>
      app.call(`PATCH /api/proxy/tracks/${id}`, { as: artist, send: { [field]: text } })
    expect((await edit('t'.repeat(max))).statusCode).toBe(200)
    const refused = await edit('t'.repeat(max + 1))
    expect([refused.statusCode, refused.body]).toEqual([
      400,
      expect.stringContaining(`at most ${max} characters`),
    ])
  }
})

test('a longer search is cut at another length', async () => {
  const { id } = await createTrack(app.db, { artistId: artist.id, title: 'Zebra' })
  const found = await app.call('GET /public/tracks/query?query=zebraxxxx')
  expect(found.json<{ tracks: { id: string }[] }>().tracks.map((track) => track.id)).toEqual([id])
})

test('another length and edit time of reviews, and fewer follows, are enforced and said', async () => {
  const write = (review: string) =>
    app.call(`POST /api/proxy/users/review/${artist.id}`, { as: mia, send: { review } })
  const refused = await write('r'.repeat(31))
  expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('30')])
  await write('r'.repeat(30))
  const { reviews } = (await app.call(`GET /api/proxy/users/review/${artist.id}`)).json<{
    reviews: { id: string }[]
  }>()
  const edit = () =>
    app.call(`PATCH /api/proxy/reviews/${reviews[0]?.id}`, {
      as: mia,
      send: { review: 'kind' },
    })
  expect((await edit()).statusCode).toBe(200)
  await app.db
    .updateTable('reviews')
    .set({ created_at: new Date(Date.now() - 4 * 60_000) })
    .execute()
  expect(codeOf(await edit())).toBe('review_not_editable')
  const follow = () => app.call(`POST /api/users/follow/${artist.id}`, { as: mia })
  expect((await follow()).statusCode).toBe(200)
  const tooMany = await follow()
  expect(codeOf(tooMany)).toBe('too_many_follows')
  expect(Number(tooMany.headers['retry-after'])).toBeGreaterThan(60)
})

test('another length of a report is enforced and said', async () => {
  const { id } = await createTrack(app.db, { artistId: artist.id })
  const refused = await app.call(`POST /api/proxy/flags/track/${id}`, {
    as: mia,
    send: { type: 'other', reason: 'r'.repeat(41) },
  })
  expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('40')])
})

test('another range of keys limits how a recording can be heard, and what the slider offers', () => {
  expect(clampTuning({ semitones: 5, tempoPercent: 100 }).semitones).toBe(2)
  const key = html(<KeyAndTempo track={exampleTrack()} />)
  expect(key).toMatch(/min="-2" max="2"[^>]*aria-valuetext="original key/)
})
