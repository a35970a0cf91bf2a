// Forms that are refused while they arrive. Each leaves neither a row nor a file, so all are sent to one app.

import { expect, test } from 'vitest'
import { makeWav, strummedChord } from '#server/gateways/audio/audio-samples.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import {
  boundary,
  details,
  formBody,
  formWithSilence,
  storedFiles,
  upload,
} from '../../../tests/support/uploading.ts'

const sharedApp = sharedTestApp()

const song = makeWav({ waveform: strummedChord(), seconds: 6 })

type Form = Omit<Parameters<typeof upload>[1], 'as'>

/** Sends a form as an artist who can be paid, and returns the refusal once nothing of the form is left. */
async function refusalOf(form: Form) {
  const app = await sharedApp()
  const response = await upload(app, { ...form, as: await createArtistWithPayouts(app) })
  expect(await storedFiles(app)).toEqual([])
  for (const table of ['uploads', 'tracks'] as const)
    expect([table, await app.db.selectFrom(table).select('id').execute()]).toEqual([table, []])
  return { status: response.statusCode, ...response.json<{ message: string }>() }
}

const longBoundary = (length: number): Form => {
  const long = 'b'.repeat(length)
  const body = formBody({ file: song }).toString('latin1').replaceAll(boundary, long)
  return { body: Buffer.from(body), contentType: `multipart/form-data; boundary=${long}` }
}

const missing = {
  status: 400,
  code: 'upload_file_missing',
  message: 'Please select a file to upload',
}
const interrupted = {
  status: 400,
  code: 'upload_interrupted',
  message: 'Upload failed. Please try again.',
}
const tooLarge = { status: 413, message: 'The file is larger than 250 MB.' }

test.each<[what: string, form: () => Form, refusal: object]>([
  ['a file without a name', () => ({ file: song, fileName: null }), missing],
  ['a file with an empty name', () => ({ file: song, fileName: '' }), missing],
  ['a file with an invisible name', () => ({ file: song, fileName: '\u200B' }), missing],
  ['a form with a boundary that is too long', () => longBoundary(257), interrupted],
  ['a form with a boundary of kilobytes', () => longBoundary(5_000), interrupted],
  [
    'a file over the limit',
    () => ({ body: formWithSilence({ file: song.subarray(0, 44) }, 250) }),
    tooLarge,
  ],
])('%s is refused while it arrives, and leaves nothing', async (_what, form, refusal) => {
  expect(await refusalOf(form())).toMatchObject(refusal)
})

test.each<[what: string, file: Buffer | null]>([
  ['without a file', null],
  ['of an empty file', Buffer.alloc(0)],
])('an upload %s is refused with a message (VAL-01, ERR-12)', async (_what, file) => {
  expect(await refusalOf({ file })).toMatchObject(missing)
})

test.each([
  ['a text', Buffer.from('just words, not music, '.repeat(50))],
  ['a program', Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(5000)])],
  ['a playlist', Buffer.from(`#EXTM3U\nfile:///etc/passwd\n${'#'.repeat(200)}`)],
  [
    'a list of other files',
    Buffer.from(`ffconcat version 1.0\nfile 'originals/x'\n${'#'.repeat(200)}`),
  ],
  ['a picture', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(5000)])],
])('%s named .wav is refused immediately and leaves nothing (VAL-02)', async (_what, file) => {
  expect(await refusalOf({ file })).toMatchObject({ status: 415, code: 'audio_not_recognised' })
})

test.each([
  ['multipart/form-data', formBody({ file: song })],
  ['multipart/form-data; boundary=another', formBody({ file: song })],
  [undefined, formBody({ file: song }).subarray(0, -200)],
])('an invalid form (%s) gets a 4xx and leaves nothing', async (contentType, body) => {
  const { status, message } = await refusalOf({ body, ...(contentType && { contentType }) })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(message).toBeTruthy()
})

const webAddressMessage = 'Please enter a web address, like https://www.youtube.com/watch?v=…'

const keyMessage =
  'Please write the key as a letter from A to G, then b or # if needed, then m for minor: C, Am, F# or Bb'

const wrongFields: [name: string, value: string, message: string][] = [
  ['title', '', 'Please enter the title'],
  ['title', 'x'.repeat(101), 'Please use at most 100 characters'],
  ['originalArtist', '', 'Please enter the original artist'],
  ['originalArtist', 'x'.repeat(101), 'Please use at most 100 characters'],
  ['description', '', 'Please enter the description'],
  ['description', 'x'.repeat(501), 'Please use at most 500 characters'],
  ['instructions', 'x'.repeat(1001), 'Please use at most 1000 characters'],
  ['keySignature', 'C major', 'Please use at most 5 characters'],
  ['keySignature', 'H##', keyMessage],
  ['price', '', 'Please enter a price in pounds'],
  ['price', 'a lot', 'Please enter a price in pounds, like 4.99'],
  ['price', '-1', 'Please enter a price in pounds, like 4.99'],
  ['price', '4.999', 'Please enter a price in pounds, like 4.99'],
  ['type', '', 'Please choose a track format'],
  ['type', 'Karaoke', 'Please choose a track format'],
  ['backingTrackType', '', 'Please choose the instrumentation'],
  ['licenseStatus', 'stolen', 'Please choose the license status'],
  ['licensedFrom', 'x'.repeat(201), 'Please use at most 200 characters'],
  ['licenseDocumentUrl', 'https://example.com/a.pdf', 'Please choose the license document again'],
  ['youtubeGuideUrl', 'the guide', webAddressMessage],
  ['youtubeGuideUrl', 'javascript:alert(1)', webAddressMessage],
  ['youtubeGuideUrl', `https://youtu.be/${'x'.repeat(500)}`, 'Please use at most 500 characters'],
  ['confirmation', '', 'Please confirm that this is your own recording'],
]

test('a wrong field is refused at the field, and nothing is stored (VAL-03 to VAL-05, VAL-07 to VAL-11, VAL-13)', async () => {
  for (const [name, value, message] of wrongFields) {
    const fields = { ...details, [name]: value }
    expect({ name, value, ...(await refusalOf({ file: song, fields })) }).toMatchObject({
      name,
      value,
      status: 400,
      code: 'invalid_input',
      issues: [{ path: [name], message }],
    })
  }
})
