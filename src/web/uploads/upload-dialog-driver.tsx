// Opens the upload form for tests, and fills it in.

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { vi } from 'vitest'
import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import { exampleUpload } from './transfers/example-upload.ts'
import { sent, type FakeTransfer } from './transfers/fake-sender.ts'
import { uploadTransfers } from './transfers/upload-transfers.ts'
import UploadDialog, { type MissingStep } from './upload-dialog.tsx'

export const confirmation =
  'I confirm that I recorded this track myself, and there is no MIDI or AI being used in this recording. I also confirm that I have the right to upload this track, and I am following all copyright and licensing laws applicable to my country.'

export const uploadId = '0198f000-0000-7000-8000-0000000000bb'

/** A call that is not about the artist's count of tracks: method, path, and the fields that were sent. */
type Call = [string, Record<string, unknown>]
type Respond = (call: Call) => Response | Promise<Response>

type Options = {
  artistId?: string
  count?: number
  missing?: MissingStep | null
  respond?: Respond
}

const listed: Respond = () => Response.json(exampleUpload({ state: 'listed', title: 'Skylark' }))

/** The form of an artist; the device's storage and a recording of before stay. */
export function openForm({
  artistId = 'u1',
  count = 1,
  missing = null,
  respond = listed,
}: Options = {}) {
  cleanup()
  const calls: Call[] = []
  const countTracks = vi.fn<() => Response>(() => Response.json({ count }))
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body?: string }) => {
    if (path.endsWith('/uploaded-track-count')) return Promise.resolve(countTracks())
    const call: Call = [`${method} ${path}`, body === undefined ? {} : JSON.parse(body)]
    calls.push(call)
    return Promise.resolve().then(() => respond(call))
  })
  const onSubmitted = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const onClose = vi.fn<() => void>()
  const Component = () => <UploadDialog {...{ artistId, missing, onSubmitted, onClose }} />
  const path = artistDashboardPath()
  const Stub = createRoutesStub([{ path, Component }])
  render(<Stub initialEntries={[path]} />)
  return { calls, countTracks, onSubmitted, onClose }
}

/** An empty device, and no recording on its way. */
export function startAnew() {
  localStorage.clear()
  sent.length = 0
  uploadTransfers.clear()
  vi.restoreAllMocks()
}

/** The form on an empty device. */
export function openFirstForm(options: Options = {}) {
  startAnew()
  return openForm(options)
}

export const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)

/** As a browser, which fires both events. */
export function type(label: string | RegExp, value: string) {
  fireEvent.input(field(label), { target: { value } })
  fireEvent.change(field(label), { target: { value } })
}

export function chooseFile(label: string, file: File) {
  const chosen = new DataTransfer()
  chosen.items.add(file)
  field(label).files = chosen.files
  fireEvent.change(field(label))
}

/** Chooses a recording; the server has taken it. */
export async function chooseRecording(name = 'skylark.wav'): Promise<FakeTransfer> {
  chooseFile('Track file', new File(['sound'], name, { type: 'audio/wav' }))
  await act(() => vi.dynamicImportSettled())
  const one = sent.at(-1)
  if (one === undefined) throw new Error('Nothing is being sent.')
  act(() => one.onCreated(uploadId))
  return one
}

export function fillDetails() {
  type('Title', 'Skylark')
  type('Original artist', 'Hoagy Carmichael')
  type('Price in pounds', '4.9')
  type('Description', 'Slow and close.')
  type('Track format', 'Backing Track')
  type('Instrumentation', 'Piano')
  fireEvent.click(field(confirmation))
}

/** Chooses a recording and fills in everything else that is required. */
export async function fillForm(): Promise<FakeTransfer> {
  const recording = await chooseRecording()
  fillDetails()
  return recording
}

export async function submit() {
  fireEvent.submit(screen.getByRole('form', { name: 'Upload New Track' }))
  await act(() => vi.dynamicImportSettled())
}

/** The error at a field; null without one. */
export function problemAt(label: string | RegExp): string | null {
  const ids = field(label).getAttribute('aria-describedby')?.split(' ') ?? []
  const id = ids.find((one) => one.endsWith('-error'))
  return id === undefined ? null : (document.getElementById(id)?.textContent ?? null)
}
