import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { OwnTrack } from '#contracts/own-tracks.ts'
import {
  answerDocuments,
  documentFailures,
  documentUrl,
  pdf,
  storedDocument,
} from '#web/licences/fake-document-requests.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import EditTrackDialog from './edit-track-dialog.tsx'
import { exampleOwnTrack } from './example-own-track.ts'

const full = exampleOwnTrack({
  title: 'Skylark',
  originalArtist: 'Hoagy Carmichael',
  genre: 'Jazz',
  keySignature: 'Bb',
  pricePence: 450,
  description: 'Slow and close.',
  instructions: 'Wait\ntwo bars.',
  youtubeGuideUrl: 'https://youtu.be/abc',
  licenseStatus: 'licensed',
  licensedFrom: 'Chappell & Co.',
  licenseDocumentUrl: '/api/proxy/license/0198f000-0000-7000-8000-0000000000aa',
  type: 'Jam Track',
  backingTrackType: 'Piano',
  vocalRange: 'Alto',
  isHigher: true,
})

function open(
  track: OwnTrack,
  response: () => Response | Promise<Response> = () => Response.json(track),
) {
  cleanup()
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body: string }) => {
    sent.push([method, path, JSON.parse(body)])
    return Promise.resolve().then(response)
  })
  const onSaved = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const onClose = vi.fn<() => void>()
  render(<EditTrackDialog track={track} onClose={onClose} onSaved={onSaved} />)
  return { sent, onSaved, onClose }
}

const documentLabel = 'License document (optional)'
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' })

/** As a browser: a change event alone is no input event. */
function type(label: string, value: string) {
  fireEvent.input(field(label), { target: { value } })
}

function chooseDocument(document: File) {
  const chosen = new DataTransfer()
  chosen.items.add(document)
  field(documentLabel).files = chosen.files
  fireEvent.input(field(documentLabel))
}

async function save() {
  fireEvent.submit(screen.getByRole('form', { name: 'Edit Track' }))
  await act(() => vi.dynamicImportSettled())
}

const problem = (label: string) => {
  const ids = field(label).getAttribute('aria-describedby')?.split(' ') ?? []
  const error = ids.find((id) => id.endsWith('-error'))
  return error === undefined ? null : document.getElementById(error)?.textContent
}

test('all fields of an upload but file and confirmation begin with the track’s values (EDT-01 to EDT-03)', () => {
  open(full)
  screen.getByRole('dialog', { name: 'Edit Track' })
  const values = {
    Title: 'Skylark',
    'Original artist': 'Hoagy Carmichael',
    'Genre (optional)': 'Jazz',
    'Key signature (optional)': 'Bb',
    'Price in pounds': '4.50',
    Description: 'Slow and close.',
    'Instructions (optional)': 'Wait\ntwo bars.',
    'YouTube guide URL (optional)': 'https://youtu.be/abc',
    'License status': 'licensed',
    'Licensed from': 'Chappell & Co.',
    'Track format': 'Jam Track',
    Instrumentation: 'Piano',
    'Vocal range (optional)': 'Alto',
  }
  const labels = Object.keys(values)
  expect(Object.fromEntries(labels.map((label) => [label, field(label).value]))).toEqual(values)
  expect(field('Higher key than the original').checked).toBe(true)
  expect(field('Lower key than the original').checked).toBe(false)
  expect(field('Customer will pay').textContent).toBe('£5.15')
  expect(screen.queryByLabelText('Track file')).toBeNull()
  expect(screen.queryByLabelText(/^I confirm/)).toBeNull()
})

test('a lower key and the stored document are chosen as the track has them (EDT-03)', () => {
  open({ ...full, isHigher: false, isLower: true })
  expect(field('Higher key than the original').checked).toBe(false)
  expect(field('Lower key than the original').checked).toBe(true)
  const document = screen.getByRole<HTMLInputElement>('checkbox', { name: /document/ })
  expect([document.value, document.checked]).toEqual([full.licenseDocumentUrl, true])
})

test('the key’s field shows the examples, what m means, and suggestions (EDT-05)', () => {
  open(full)
  const key = field('Key signature (optional)')
  const hint = document.getElementById('keySignature-hint')?.textContent ?? ''
  for (const example of ['C', 'Am', 'F#', 'Bb']) expect(hint).toContain(example)
  expect(hint).toContain('‘m’ means minor')
  expect(key.getAttribute('maxlength')).toBe('5')
  const list = document.getElementById(key.getAttribute('list') ?? '')
  expect([...(list?.querySelectorAll('option') ?? [])].map(({ value }) => value)).toEqual(
    expect.arrayContaining(['C', 'Am', 'F#', 'Bb']),
  )
})

test('a track with another licence status begins with not_required (EDT-06)', () => {
  // The server stores no other one; this is what the form does with one that it does not know.
  open({ ...full, licenseStatus: 'pending' as 'licensed' })
  expect(field('License status').value).toBe('not_required')
})

test('saving is possible once something has changed, and only that is sent (EDT-04, EDT-11, VAL-22)', async () => {
  const success = vi.spyOn(toast, 'success')
  const { sent, onSaved } = open(full)
  expect(saveButton().disabled).toBe(true)
  type('Title', 'Skylarks')
  expect(saveButton().disabled).toBe(false)
  type('Title', 'Skylark')
  expect(saveButton().disabled).toBe(true)
  type('Price in pounds', '£4,5')
  expect(saveButton().disabled).toBe(true)

  type('Price in pounds', '7')
  type('Key signature (optional)', '')
  fireEvent.click(field('Higher key than the original'))
  await save()

  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1))
  expect(sent).toEqual([
    ['PATCH', `/api/proxy/tracks/${full.id}`, { price: '7.00', keySignature: '', isHigher: '' }],
  ])
  expect(success.mock.calls).toEqual([['Track updated']])
})

test('a track becomes free with the price 0 (VAL-22)', async () => {
  const { sent, onSaved } = open(full)
  type('Price in pounds', '0')
  await save()
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1))
  expect(sent).toEqual([['PATCH', `/api/proxy/tracks/${full.id}`, { price: '0.00' }]])
})

test.each([
  ['Title', '', 'Please enter the title'],
  ['Original artist', '', 'Please enter the original artist'],
  ['Description', ' ', 'Please enter the description'],
  [
    'Key signature (optional)',
    'H##',
    'Please write the key as a letter from A to G, then b or # if needed, then m for minor: C, Am, F# or Bb',
  ],
  ['Price in pounds', '1,000', 'Please write thousands without a comma, like 1000'],
  ['Price in pounds', '-1', 'Please enter a price in pounds, like 4.99'],
  [
    'YouTube guide URL (optional)',
    'my guide',
    'Please enter a web address, like https://www.youtube.com/watch?v=…',
  ],
])(
  '%s with %j is refused at the field before it is sent (VAL-17 to VAL-23)',
  async (label, value, message) => {
    const { sent } = open(full)
    type(label, value)
    await save()
    expect(problem(label)).toBe(message)
    expect(screen.getByRole('alert').textContent).toContain(message)
    expect([field(label).value, sent]).toEqual([value, []])
  },
)

test('an old text that is no key does not hinder the edit of another field', async () => {
  const { sent } = open({ ...full, keySignature: 'D dor' })
  type('Title', 'Skylarks')
  await save()
  expect(sent).toEqual([['PATCH', `/api/proxy/tracks/${full.id}`, { title: 'Skylarks' }]])
})

test('licensed from belongs to a licensed song: required then, unavailable otherwise (VAL-24, LIC-02)', async () => {
  const refused = {
    code: 'licensed_from_missing',
    message: 'Please enter who the song is licensed from',
  }
  open({ ...full, licenseStatus: 'unlicensed', licensedFrom: null }, () =>
    Response.json(refused, { status: 400 }),
  )
  expect(field('Licensed from (optional)').disabled).toBe(true)
  fireEvent.change(field('License status'), { target: { value: 'licensed' } })
  fireEvent.input(field('License status'))
  expect(field('Licensed from').disabled).toBe(false)
  expect(field('Licensed from').required).toBe(true)
  await save()
  await waitFor(() => expect(problem('Licensed from')).toBe(refused.message))
})

test.each([
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  [
    'an unexpected error',
    () => Response.json({ code: 'fault', message: 'An error occurred.' }, { status: 500 }),
  ],
  ['a response without a message', () => Response.json(null, { status: 502 })],
  [
    'a track that is not there',
    () => Response.json({ code: 'not_found', message: 'Not found' }, { status: 404 }),
  ],
])(
  'a save that fails by %s says so and keeps the typed text (EDT-08, ERR-14)',
  async (_cause, response) => {
    const { onSaved } = open(full, response)
    type('Title', 'Skylarks')
    await save()
    expect((await screen.findByRole('alert')).textContent).toBe('Update failed. Please try again.')
    expect(field('Title').value).toBe('Skylarks')
    expect(onSaved).not.toHaveBeenCalled()
  },
)

test('a track that was withdrawn meanwhile says so', async () => {
  const message = 'This track is withdrawn. Restore it before you edit it.'
  open(full, () => Response.json({ code: 'track_withdrawn', message }, { status: 409 }))
  type('Title', 'Skylarks')
  await save()
  expect((await screen.findByRole('alert')).textContent).toBe(message)

  open({ ...full, withdrawnAt: '2026-11-20T10:00:00.000Z' })
  screen.getByText(message)
  type('Title', 'Skylarks')
  expect(saveButton().disabled).toBe(true)
})

test('a chosen document is uploaded first, and the edit names it (EDT-07)', async () => {
  const { sent, onSaved } = open(full)
  const requests = answerDocuments(storedDocument)
  expect(saveButton().disabled).toBe(true)
  chooseDocument(pdf())
  expect(saveButton().disabled).toBe(false)
  expect(requests).toEqual([])
  await save()
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1))
  expect(requests).toEqual(['POST /api/proxy/license licence.pdf'])
  expect(sent).toEqual([
    ['PATCH', `/api/proxy/tracks/${full.id}`, { licenseDocumentUrl: documentUrl }],
  ])
})

test.each([
  ['with a message', documentFailures.withMessage, 'There is no room for it.'],
  ['without a message', documentFailures.withoutMessage, 'Failed to upload license document'],
  ['without a response', documentFailures.withoutResponse, 'License document upload failed'],
])(
  'a failure of the document %s stops the save and is shown at its field; the next save sends it again (EDT-07)',
  async (_how, failure, message) => {
    const { sent, onSaved } = open(full)
    const requests = answerDocuments(failure, storedDocument)
    type('Title', 'Skylarks')
    chooseDocument(pdf())
    await save()
    await waitFor(() => expect(problem(documentLabel)).toBe(message))
    expect([sent, field('Title').value]).toEqual([[], 'Skylarks'])
    expect(onSaved).not.toHaveBeenCalled()

    await save()
    await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1))
    expect(requests).toHaveLength(2)
    expect(sent).toMatchObject([[expect.any(String), expect.any(String), { title: 'Skylarks' }]])
  },
)

test('a document that is neither a PDF nor an image is refused at its field, and one is not required (VAL-25)', async () => {
  const { sent, onSaved } = open(full)
  const requests = answerDocuments()
  expect(field(documentLabel).required).toBe(false)
  expect(field(documentLabel).accept.split(',')).toEqual(
    expect.arrayContaining(['application/pdf', 'image/jpeg', 'image/png']),
  )
  chooseDocument(new File(['x'], 'a.docx', { type: 'application/msword' }))
  await save()
  await waitFor(() => expect(problem(documentLabel)).toMatch(/^This is not a document we can read/))
  expect([requests, sent]).toEqual([[], []])
  expect(onSaved).not.toHaveBeenCalled()
})
