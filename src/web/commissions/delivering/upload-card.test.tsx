import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { defaultOptions } from 'tus-js-client'
import { expect, test, vi } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import { openStoredUploads } from '#web/api/stored-uploads.ts'
import type { TusFile } from '#web/api/tus-upload.ts'
import { exampleCommission, exampleDelivery } from '../example-commission.ts'
import { button, openRoom } from '../room/test-room.tsx'
import { deliveryTransfers, storedDeliveriesKey } from './tab-delivery-transfers.ts'

type Sent = TusFile & { file: File; isStopped: boolean }
/** Every file that was sent, in order. */
const sent: Sent[] = []
vi.mock('#web/api/tus-upload.ts', async (load) => ({
  ...(await load<object>()),
  sendFileByTus(file: File, options: TusFile) {
    const one = { ...options, file, isStopped: false }
    sent.push(one)
    return { stop: () => (one.isStopped = true) }
  },
}))

const { id } = exampleCommission()
const collection = `/api/commissions/${id}/deliveries`
const recordingId = '0198f000-0000-7000-8000-0000000000d7'
const guideId = '0198f000-0000-7000-8000-0000000000d8'
const wav = new File(['sound'], 'skylark.wav', { type: 'audio/wav', lastModified: 7 })
const uploading: Partial<Commission> = { viewer: 'artist', status: 'in_progress' }
const arriving = exampleDelivery({
  id: recordingId,
  state: 'arriving',
  fileName: 'skylark.wav',
  bytes: 100,
  bytesReceived: 43,
  previewUrl: null,
})

async function open(changes: Partial<Commission> = {}) {
  deliveryTransfers.forget(id)
  localStorage.clear()
  sent.length = 0
  return openRoom({ ...uploading, ...changes })
}

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)

function choose(label: RegExp, file: File) {
  const chosen = new DataTransfer()
  chosen.items.add(file)
  field(label).files = chosen.files
  fireEvent.change(field(label))
}

async function deliver(name = 'Deliver this track') {
  await act(async () => button(name)?.click())
  await act(() => vi.dynamicImportSettled())
}

const newest = () => {
  const one = sent.at(-1)
  if (one === undefined) throw new Error('Nothing was sent.')
  return one
}

test('the artist delivers while the work is in progress, and nobody else and at no other time', async () => {
  await open()
  screen.getByRole('heading', { name: 'Deliver the track' })
  for (const other of [
    { viewer: 'customer' },
    { viewer: 'admin' },
    { status: 'requested' },
    { status: 'delivered' },
    { status: 'approved' },
  ] as const) {
    await open(other)
    expect([other, screen.queryByRole('heading', { name: 'Deliver the track' })]).toEqual([
      other,
      null,
    ])
  }
})

test.each([
  ['a text', new File(['words'], 'notes.txt', { type: 'text/plain' })],
  ['an empty file', new File([], 'skylark.wav', { type: 'audio/wav' })],
])('%s is no audio file: nothing is sent (CST-20, ERR-71, VAL-38)', async (_what, file) => {
  await open()
  choose(/^The finished track/, file)
  screen.getByText('Please select an audio file', { selector: '.error-text *' })
  expect(button('Deliver this track')?.hasAttribute('disabled')).toBe(true)
})

test.each(['skylark.mp3', 'skylark.wav', 'skylark.ogg'])(
  '%s is taken by its name, where the system knows no type (VAL-38)',
  async (name) => {
    await open()
    choose(/^The finished track/, new File(['sound'], name))
    expect(screen.queryByText('Please select an audio file')).toBeNull()
    expect(button('Deliver this track')?.hasAttribute('disabled')).toBe(false)
  },
)

test('a file that is dropped on the field is the chosen one (CST-19)', async () => {
  await open()
  const drop = field(/^The finished track/).closest('.file-drop')
  if (drop === null) throw new Error('Nothing takes a dropped file.')
  // Otherwise the browser opens the file.
  expect(fireEvent.dragOver(drop)).toBe(false)
  expect(drop.className).toContain('file-drop-over')
  expect(fireEvent.drop(drop, { dataTransfer: { files: [wav] } })).toBe(false)
  expect(drop.className).not.toContain('file-drop-over')
  within(screen.getByRole('region', { name: 'Deliver the track' })).getByText('skylark.wav')
  await deliver()
  expect(newest().file).toBe(wav)
})

test('the bytes are counted, the preview is prepared, and then the success is said (ERR-71)', async () => {
  const { said, change, become } = await open()
  choose(/^The finished track/, wav)
  await deliver()
  expect([newest().endpoint, newest().previous, newest().metadata]).toEqual([
    collection,
    null,
    { filename: 'skylark.wav', kind: 'recording' },
  ])
  act(() => newest().onCreated(`${collection}/${recordingId}`))
  act(() => newest().onProgress(3, null))
  screen.getByText('Sending the track: 60%')
  act(() => newest().onConnectionLost())
  screen.getByText('No connection: sending goes on by itself at 60%')

  change({
    preparation: 'usual',
    deliveries: [exampleDelivery({ id: recordingId, state: 'preparing', previewUrl: null })],
  })
  await act(async () => newest().onArrived())
  const card = () => within(screen.getByRole('region', { name: 'Deliver the track' }))
  await waitFor(() => card().getByText('Preparing the preview…'))
  expect(said.success).not.toHaveBeenCalled()

  await become({ status: 'delivered', deliveries: [exampleDelivery({ id: recordingId })] })
  expect(said.success.mock.calls).toEqual([
    ['Track uploaded successfully! Customer can now preview and approve.'],
  ])
})

const refusal = (status: number, message: string) =>
  ({ ok: false, status, code: status === 0 ? 'network' : 'storage_full', message }) as const

test.each([
  ['refuses', refusal(507, 'No space is left.'), 'Upload failed. No space is left.'],
  ['cannot be reached', refusal(0, 'Network error'), 'Failed to upload track. Network error'],
])(
  'a recording that the server %s is said, and can be sent again (ERR-71)',
  async (_what, refused, sentence) => {
    await open()
    choose(/^The finished track/, wav)
    await deliver()
    act(() => newest().onRefused(refused))
    expect(screen.getByRole('alert').textContent).toBe(sentence)
    expect(button('Deliver this track')).not.toBeNull()
  },
)

test('a recording that could not be prepared is said with its reason (ERR-71)', async () => {
  const reason = 'A delivery lasts from 45 seconds to 20 minutes.'
  await open({ deliveries: [exampleDelivery({ state: 'refused', reason, previewUrl: null })] })
  expect(screen.getByRole('alert').textContent).toBe(`Upload failed. ${reason}`)
})

test('a wished guide is asked about once, and is sent before the recording', async () => {
  await open({ singerRequestedGuideTrack: true })
  choose(/^The finished track/, wav)
  await deliver()
  expect(sent).toEqual([])
  screen.getByText(/^Deliver without the sung guide\?/)
  await deliver('Choose the guide')
  choose(/^Sung guide/, new File(['voice'], 'guide.mp3', { type: 'audio/mpeg' }))
  await deliver()
  expect(newest().metadata).toEqual({ filename: 'guide.mp3', kind: 'guide' })
  act(() => newest().onCreated(`${collection}/${guideId}`))
  await act(async () => newest().onArrived())
  expect(newest().metadata).toEqual({ filename: 'skylark.wav', kind: 'recording', guide: guideId })
})

test('a wished guide may be left out, after the question', async () => {
  await open({ singerRequestedGuideTrack: true })
  choose(/^The finished track/, wav)
  await deliver()
  await deliver('Deliver without it')
  expect(sent.map(({ metadata }) => metadata['kind'])).toEqual(['recording'])
})

/** As the library does when the server has given a file its address. */
async function store(file: File, uploadUrl: string) {
  const fingerprint = await defaultOptions.fingerprint(file, { endpoint: collection })
  await openStoredUploads(storedDeliveriesKey).urlStorage.addUpload(fingerprint, {
    uploadUrl,
    size: file.size,
    metadata: {},
    creationTime: '',
    urlStorageKey: '',
    parallelUploadUrls: null,
  })
}

test('after a reload the same file goes on, and another one takes its place', async () => {
  const reload = async () => {
    const room = await open({ deliveries: [arriving] })
    await store(wav, `http://localhost${collection}/${recordingId}`)
    screen.getByText(/^43% of/)
    return room
  }

  await reload()
  choose(/^The finished track/, wav)
  await deliver()
  expect(newest().previous?.uploadUrl).toMatch(new RegExp(`/${recordingId}$`))

  const { calls } = await reload()
  choose(/^The finished track/, new File(['other'], 'skylark.wav', { lastModified: 8 }))
  await deliver()
  expect(calls).toContainEqual([`DELETE ${collection}/${recordingId}`, undefined])
  expect(newest().previous).toBeNull()
  expect(localStorage.getItem(storedDeliveriesKey)).toBeNull()
})

test('a delivery that is stopped is removed from the server, and late news of it are ignored', async () => {
  const { calls } = await open()
  choose(/^The finished track/, wav)
  await deliver()
  act(() => newest().onCreated(`${collection}/${recordingId}`))
  await deliver('Stop')
  expect(newest().isStopped).toBe(true)
  expect(calls).toContainEqual([`DELETE ${collection}/${recordingId}`, undefined])
  act(() => newest().onProgress(3, null))
  expect(screen.queryByText(/^Sending the track/)).toBeNull()
})
