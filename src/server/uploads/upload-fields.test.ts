import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestApp } from '../../../tests/support/test-app.ts'
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import { details, upload } from '../../../tests/support/uploading.ts'

/** Looks like a recording at first; nothing here decodes it. */
const song = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt '), Buffer.alloc(5000)])

const wrongFields: [name: string, value: string, message: string][] = [
  ['title', '', 'Please enter the title'],
  ['title', 'x'.repeat(101), 'Please use at most 100 characters'],
  ['originalArtist', '', 'Please enter the original artist'],
  ['originalArtist', 'x'.repeat(101), 'Please use at most 100 characters'],
  ['description', '', 'Please enter the description'],
  ['description', 'x'.repeat(501), 'Please use at most 500 characters'],
  ['instructions', 'x'.repeat(1001), 'Please use at most 1000 characters'],
  ['keySignature', 'C major', 'Please use at most 5 characters'],
  ['price', '', 'Please enter a price in pounds'],
  ['price', 'a lot', 'Please enter a price in pounds, like 4.99'],
  ['price', '-1', 'Please enter a price in pounds, like 4.99'],
  ['price', '4.999', 'Please enter a price in pounds, like 4.99'],
  ['type', '', 'Please choose a track format'],
  ['type', 'Karaoke', 'Please choose a track format'],
  ['backingTrackType', '', 'Please choose the instrumentation'],
  ['confirmation', '', 'Please confirm that this is your own recording'],
]

test('a wrong field is refused at the field, and nothing is stored (VAL-03 to VAL-05, VAL-07 to VAL-11, VAL-13)', async () => {
  await using app = await createTestApp()
  const artist = await createArtistWithPayouts(app)
  for (const [name, value, message] of wrongFields) {
    const fields = { ...details, [name]: value }
    const response = await upload(app, { as: artist, file: song, fields })
    const { code, issues } = response.json()
    expect({ name, value, status: response.statusCode, code, issues }).toEqual({
      name,
      value,
      status: 400,
      code: 'invalid_input',
      issues: [{ path: [name], message }],
    })
  }
  expect(await app.db.selectFrom('uploads').select('id').execute()).toEqual([])
  expect(await readdir(join(app.folder, 'files'), { recursive: true })).toEqual([])
})

test('key, genre, voice and instructions may be left out (VAL-09, VAL-12)', async () => {
  await using app = await createTestApp()
  const artist = await createArtistWithPayouts(app)
  const fields = { ...details, keySignature: '', genre: '', vocalRange: '', instructions: '' }
  expect((await upload(app, { as: artist, file: song, fields })).statusCode).toBe(200)
})

test('texts are stored as displayed: with their line breaks, without invisible characters', async () => {
  await using app = await createTestApp()
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
