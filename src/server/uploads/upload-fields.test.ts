import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { trackDetailsSchema } from '#contracts/track-details.ts'
import { licenceDocumentUrl } from '#rules/licences/licence-documents.ts'
import { cannedAudio } from '../../../tests/support/canned-audio.ts'
import { createDocument } from '../../../tests/support/licences/licence-documents.ts'
import { createUser } from '../../../tests/support/test-app.ts'
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import { details, upload } from '../../../tests/support/uploading.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp({ audio: cannedAudio })

/** Looks like a recording at first; nothing here decodes it. */
const song = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt '), Buffer.alloc(5000)])

test('licensed from is required exactly while the track is licensed, beside the problems of other fields (LIC-02, VAL-14)', async () => {
  const licensed = { ...details, licenseStatus: 'licensed' }
  const missing = { path: ['licensedFrom'], message: 'Please enter who the song is licensed from' }
  const problems = (fields: object) =>
    trackDetailsSchema
      .safeParse(fields)
      .error?.issues.map(({ path, message }) => ({ path, message }))
  expect(problems(licensed)).toEqual([missing])
  expect(problems({ ...licensed, licensedFrom: ' ' })).toEqual([missing])
  expect(problems({ ...licensed, title: '' })).toContainEqual(missing)
  expect(problems({ ...licensed, licensedFrom: 'Chappell & Co.' })).toBeUndefined()
  expect(problems({ ...details, licenseStatus: 'unlicensed' })).toBeUndefined()
})

test('an upload stores status, licensed from, own document and guide of its track (LIC-01, LIC-09)', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const other = await createUser(app, { role: 'artist' })
  const [own, foreign] = [await createDocument(app, artist), await createDocument(app, other)]
  const sent = (fields: object) =>
    upload(app, { as: artist, file: song, fields: { ...details, ...fields } })
  const refused = await sent({ licenseDocumentUrl: licenceDocumentUrl(foreign) })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'license_document_not_found'])
  expect(await readdir(join(app.folder, 'files'))).toEqual(['licences'])

  const youtubeGuideUrl = 'https://www.youtube.com/watch?v=9Q7Vr3yQYWQ'
  const licensedFrom = 'Chappell & Co.'
  const licenseDocumentUrl = licenceDocumentUrl(own)
  await sent({ licenseStatus: 'licensed', licensedFrom, licenseDocumentUrl, youtubeGuideUrl })
  await sent({ title: 'Unlicensed', licenseStatus: 'unlicensed', licensedFrom })
  await app.work()
  const tracks = await app.db
    .selectFrom('tracks')
    .select(['licence_status', 'licensed_from', 'licence_document_id', 'youtube_guide_url'])
    .orderBy('title', 'asc')
    .execute()
  expect(tracks).toEqual([
    {
      licence_status: 'licensed',
      licensed_from: licensedFrom,
      licence_document_id: own,
      youtube_guide_url: youtubeGuideUrl,
    },
    {
      licence_status: 'unlicensed',
      licensed_from: null,
      licence_document_id: null,
      youtube_guide_url: null,
    },
  ])
})

test('the form of the specification, sent as a browser sends it, is stored field by field (API-04)', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const sent = {
    title: 'Skylark',
    originalArtist: 'Hoagy Carmichael',
    description: 'Slow and close.',
    price: '4.50',
    type: 'Jam Track',
    backingTrackType: 'Piano',
    licenseStatus: 'licensed',
    licensedFrom: 'Chappell & Co.',
    genre: 'Jazz',
    vocalRange: 'Alto',
    keySignature: 'Bb',
    instructions: 'Wait\ntwo bars.',
    youtubeGuideUrl: 'https://youtu.be/abc',
    isHigher: 'true',
    isLower: 'false',
  }
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...sent, confirmation: 'true' }))
    form.set(name, value)
  form.set('file', new Blob([song], { type: 'audio/wav' }), 'skylark, take 2.wav')
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const response = await fetch(`${address}/api/proxy/tracks`, {
    method: 'POST',
    headers: { cookie: artist.cookie },
    body: form,
  })
  expect(response.status).toBe(200)
  const received = (await response.json()) as { id: string }
  expect(received).toMatchObject({ fileName: 'skylark, take 2.wav', bytes: song.length })

  await app.work()
  const own = await app.call(`GET /api/proxy/artists/tracks/${received.id}`, { as: artist })
  const { price: _price, ...fields } = sent
  expect(own.json()).toMatchObject({ ...fields, pricePence: 450, isHigher: true, isLower: false })
})

test('key, genre, voice and instructions may be left out (VAL-09, VAL-12)', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const fields = { ...details, keySignature: '', genre: '', vocalRange: '', instructions: '' }
  expect((await upload(app, { as: artist, file: song, fields })).statusCode).toBe(200)
})

test('texts are stored as displayed: with their line breaks, without invisible characters', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const description = Array(50).fill('nine char').join('\r\n')
  const fields = { ...details, title: 'Skye\0 \u202EBoat ', description }
  const response = await upload(app, { as: artist, file: song, fields, fileName: 'a\0b.wav' })
  expect([response.statusCode, response.json().title, response.json().fileName]).toEqual([
    200,
    'Skye Boat',
    'ab.wav',
  ])
  const { id } = response.json<{ id: string }>()
  const stored = await app.db
    .selectFrom('uploads')
    .select('details')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(stored.details).toMatchObject({ description: description.replaceAll('\r', '') })
  const invisible = { ...details, title: '\u200B\u200B' }
  const refused = await upload(app, { as: artist, file: song, fields: invisible })
  expect(refused.json().issues).toEqual([{ path: ['title'], message: 'Please enter the title' }])
})
