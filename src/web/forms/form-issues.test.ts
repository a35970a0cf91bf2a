// The contract's schema is proven on the upload: no field has a second check.

import { expect, test } from 'vitest'
import { maxUploadBytes } from '#rules/uploads/upload-limits.ts'
import { checkForm } from './form-issues.ts'

const load = async () => (await import('#contracts/uploads.ts')).uploadTrack
const findIssues = async (form: FormData) => (await checkForm(load, form)).issues

function filledForm(): FormData {
  const form = new FormData()
  form.set('file', new File(['x'], 'take-3.wav', { type: 'audio/wav' }))
  form.set('title', 'Skylark')
  form.set('originalArtist', 'Hoagy Carmichael')
  form.set('description', 'Slow and close.')
  form.set('price', '4.99')
  form.set('type', 'Backing Track')
  form.set('backingTrackType', 'Piano')
  form.set('confirmation', 'on')
  return form
}

test('a complete form has no issues', async () => {
  expect(await findIssues(filledForm())).toEqual([])
})

test.each([
  ['title', 'Please enter the title'],
  ['originalArtist', 'Please enter the original artist'],
  ['description', 'Please enter the description'],
  ['price', 'Please enter a price in pounds'],
  ['type', 'Please choose a track format'],
  ['backingTrackType', 'Please choose the instrumentation'],
  ['confirmation', 'Please confirm that this is your own recording'],
])('without %s the form shows: %s', async (field, message) => {
  const form = filledForm()
  form.delete(field)
  expect(await findIssues(form)).toEqual([{ path: [field], message }])
  form.set(field, '  ')
  expect(await findIssues(form)).toEqual([{ path: [field], message }])
})

test('without a file the form shows an error (ERR-12)', async () => {
  const form = filledForm()
  form.set('file', new File([], '', { type: 'application/octet-stream' }))
  expect(await findIssues(form)).toEqual([
    { path: ['file'], message: 'Please select a file to upload' },
  ])
})

test.each([
  ['take.wav', ''],
  ['take.FLAC', 'application/octet-stream'],
  ['take', 'audio/x-unheard-of'],
])('%s of type %j is accepted as audio', async (name, type) => {
  const form = filledForm()
  form.set('file', new File(['x'], name, { type }))
  expect(await findIssues(form)).toEqual([])
})

test('an image, or a file that is too large, is refused before it is sent', async () => {
  const form = filledForm()
  form.set('file', new File(['x'], 'me.png', { type: 'image/png' }))
  expect((await findIssues(form))[0]?.message).toContain('not an audio file')

  const large = new File(['x'], 'take.wav', { type: 'audio/wav' })
  Object.defineProperty(large, 'size', { value: maxUploadBytes + 1 })
  form.set('file', large)
  expect((await findIssues(form))[0]?.message).toBe('The file is larger than 250 MB.')
})

test.each(['abc', '1.999', '-1'])(
  'the price %j is refused, so that no track sells for 20p (D-056)',
  async (price) => {
    const form = filledForm()
    form.set('price', price)
    expect(await findIssues(form)).toEqual([
      { path: ['price'], message: 'Please enter a price in pounds, like 4.99' },
    ])
  },
)
