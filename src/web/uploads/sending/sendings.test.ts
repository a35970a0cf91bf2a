import { expect, test, vi } from 'vitest'
import type { Upload } from '#contracts/uploads.ts'
import { networkError } from '#web/api/network-error.ts'
import type { Result } from '#web/api/result.ts'
import { exampleFacts, exampleUpload } from '../example-upload.ts'
import type { SendOptions } from './sending-parts.ts'
import { createSendings } from './sendings.ts'

const id = '0198f000-0000-7000-8000-0000000000bb'
const details = { title: 'Skylark' } as Parameters<ReturnType<typeof createSendings>['submit']>[1]

const take = (name = 'take.wav', bytes = 1000, lastModified = 1) =>
  new File([new Uint8Array(bytes)], name, { type: 'audio/wav', lastModified })

const done = { ok: true, value: {} } as const

/** The store with a fake sender: the test says what the server does. */
type Server = {
  uploads?: Upload[]
  stored?: Map<string, string>
  heldIds?: string[]
  removal?: Result<object>
}

function openStore({
  uploads = [],
  stored = new Map(),
  heldIds = [],
  removal = done,
}: Server = {}) {
  const sent: (SendOptions & { file: File; isStopped: boolean })[] = []
  const removed: string[] = []
  const follows: ((upload: Upload | null) => boolean)[] = []
  const onListed = vi.fn()
  const onHere = vi.fn()
  const sendings = createSendings({
    loadSender: () =>
      Promise.resolve((file: File, options: SendOptions) => {
        const one = { ...options, file, isStopped: false }
        sent.push(one)
        return { stop: () => void (one.isStopped = true) }
      }),
    listUploads: () => Promise.resolve(uploads),
    removeUpload(uploadId) {
      removed.push(uploadId)
      return Promise.resolve(removal)
    },
    submitDetails: (uploadId) =>
      Promise.resolve({ ok: true, value: exampleUpload({ id: uploadId, title: 'Skylark' }) }),
    follow(_uploadId, onChange) {
      follows.push(onChange)
      return () => {}
    },
    storage: () => ({
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    }),
    holdInThisTab: () => () => {},
    isHeldInATab: (uploadId) => Promise.resolve(heldIds.includes(uploadId)),
    onListed,
    onHere,
  })
  const state = () => sendings.get().sendings.map((one) => one.state)
  const started = async () => {
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0))
    return sent.at(-1) as (typeof sent)[number]
  }
  return { sendings, sent, removed, follows, stored, onListed, onHere, state, started }
}

test('a file is sent as soon as it is chosen, prepared by the server, and ready with what was measured', async () => {
  const { sendings, follows, state, started } = openStore()
  const key = sendings.choose(take())
  expect(state()).toEqual([{ name: 'checking' }])
  const sending = await started()
  sending.onCreated(id)
  sending.onProgress(430)
  expect(state()).toMatchObject([{ name: 'sending', bytesSent: 430, percent: 43 }])
  sending.onConnectionLost()
  expect(state()).toEqual([{ name: 'waiting', bytesSent: 430, percent: 43 }])
  sending.onProgress(1000)
  sending.onArrived()
  expect(state()).toEqual([{ name: 'arrived' }])
  expect(follows.at(-1)?.(exampleUpload({ id, stage: 'measuring' }))).toBe(true)
  expect(state()).toEqual([{ name: 'preparing', stage: 'measuring' }])
  follows.at(-1)?.(exampleUpload({ id, state: 'prepared', facts: exampleFacts }))
  expect(state()).toEqual([{ name: 'ready', facts: exampleFacts }])
  expect(sendings.get().formKey).toBe(key)
})

test('a file that cannot be a recording is refused without a request', async () => {
  const { sendings, sent, state } = openStore()
  sendings.choose(new File(['words'], 'words.txt', { type: 'text/plain' }))
  expect(state()).toMatchObject([
    { name: 'refused', reason: expect.stringContaining('not an audio file') },
  ])
  sendings.choose(take('empty.wav', 0))
  expect(state()).toMatchObject([
    { name: 'refused', reason: 'This file is empty: it has 0 bytes.' },
  ])
  await Promise.resolve()
  expect(sent).toEqual([])
})

test('details are sent while the file is on its way, and the form may take the next file', async () => {
  const { sendings, follows, onListed, started } = openStore()
  const key = sendings.choose(take())
  const submitting = sendings.submit(key, details)
  const sending = await started()
  sending.onCreated(id)
  expect(await submitting).toMatchObject({ ok: true })
  expect(sendings.get()).toMatchObject({
    formKey: null,
    sendings: [{ isSubmitted: true, title: 'Skylark' }],
  })
  const next = sendings.choose(take('next.wav'))
  expect(next).not.toBe(key)
  expect(sendings.get().sendings).toHaveLength(2)

  sending.onArrived()
  follows.at(-1)?.(exampleUpload({ id, state: 'listed', title: 'Skylark' }))
  expect(onListed).toHaveBeenCalledTimes(1)
  expect(sendings.get().formKey).toBe(next)
})

test('another file takes the place of a refused one, and of its details at the server', async () => {
  const { sendings, sent, state, started } = openStore()
  const key = sendings.choose(take())
  const first = await started()
  first.onCreated(id)
  first.onRefused('Not music.')
  expect(state()).toEqual([{ name: 'refused', reason: 'Not music.' }])
  expect(sendings.replace(key, take('better.wav'))).toBe(false)
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ uploadId: null, replaces: id })
  first.onProgress(900)
  expect(state()).toEqual([{ name: 'checking' }])
})

test('a file that is cancelled is removed at the server, also when the server had not answered yet', async () => {
  const { sendings, removed, started } = openStore()
  const key = sendings.choose(take())
  const sending = await started()
  expect(await sendings.cancel(key)).toBeNull()
  expect(sending.isStopped).toBe(true)
  expect(removed).toEqual([])
  sending.onCreated(id)
  expect(removed).toEqual([id])
  expect(sendings.get()).toEqual({ sendings: [], formKey: null })
})

test('after a reload the same file goes on where it stopped; another one begins anew', async () => {
  const first = openStore()
  first.sendings.choose(take())
  const sending = await first.started()
  sending.onCreated(id)
  const arriving = exampleUpload({ id, state: 'arriving', bytes: 1000, bytesReceived: 430 })

  const { sendings, state, sent, started } = openStore({
    uploads: [arriving],
    stored: first.stored,
  })
  expect(await sendings.restore()).toBe(true)
  expect(state()).toEqual([{ name: 'missing', bytesSent: 430, percent: 43 }])
  expect(sendings.get().formKey).toBe(id)
  expect(sendings.replace(id, take())).toBe(true)
  expect(await started()).toMatchObject({ uploadId: id, replaces: null })

  const again = openStore({ uploads: [arriving], stored: first.stored })
  await again.sendings.restore()
  // Recorded once more, with the same name and length.
  expect(again.sendings.replace(id, take('take.wav', 1000, 2))).toBe(false)
  expect(await again.started()).toMatchObject({ uploadId: null, replaces: id })
  expect(sent).toHaveLength(1)
})

test('an upload that another tab sends shows its progress here, and is not sent twice', async () => {
  const arriving = exampleUpload({ id, state: 'arriving', bytes: 1000, bytesReceived: 430 })
  const { sendings, follows, state } = openStore({ heldIds: [id] })
  sendings.adopt([arriving])
  await vi.waitFor(() => expect(state()).toMatchObject([{ name: 'sending', percent: 43 }]))
  follows.at(-1)?.({ ...arriving, bytesReceived: 600 })
  expect(sendings.get().sendings).toMatchObject([{ isElsewhere: true, state: { percent: 60 } }])
})

test('an upload that the server has removed can be sent again', async () => {
  const { sendings, follows, started } = openStore()
  sendings.choose(take())
  const sending = await started()
  sending.onCreated(id)
  sending.onArrived()
  follows.at(-1)?.(null)
  expect(sendings.get().sendings).toMatchObject([
    {
      uploadId: null,
      state: { name: 'refused', reason: expect.stringContaining('no longer there') },
    },
  ])
})

test('a removal that does not reach the server leaves the upload in the list', async () => {
  const { sendings, started } = openStore({ removal: networkError })
  const key = sendings.choose(take())
  const sending = await started()
  sending.onCreated(id)
  expect(await sendings.cancel(key)).toMatchObject({ code: 'network' })
  expect(sendings.get().sendings).toHaveLength(1)
})

test('a file that has arrived is in the form again after a reload, and is not sent twice', async () => {
  const first = openStore()
  first.sendings.choose(take())
  const sending = await first.started()
  sending.onCreated(id)
  sending.onArrived()
  const prepared = exampleUpload({ id, state: 'prepared', facts: exampleFacts })
  first.follows.at(-1)?.(prepared)

  const { sendings, sent, removed, onHere, started } = openStore({
    uploads: [prepared],
    stored: first.stored,
  })
  await sendings.restore()
  expect(sendings.get()).toMatchObject({ formKey: id, sendings: [{ state: { name: 'ready' } }] })
  expect(sendings.choose(take())).toBe(id)
  expect([sent, removed, onHere.mock.calls.length]).toEqual([[], [], 1])
  // Recorded once more, with the same name and length.
  sendings.choose(take('take.wav', 1000, 2))
  expect(await started()).toMatchObject({ replaces: id })
})

test('a file that is here but not in the form takes the place of the form’s own, which leaves no orphan', async () => {
  const stored = new Map<string, string>()
  const before = openStore({ stored })
  before.sendings.choose(take())
  const sending = await before.started()
  sending.onCreated(id)
  sending.onArrived()
  const prepared = exampleUpload({ id, state: 'prepared', facts: exampleFacts })
  before.follows.at(-1)?.(prepared)

  const { sendings, sent, removed, started } = openStore({ uploads: [prepared], stored })
  sendings.choose(take('other.wav'))
  const other = await started()
  other.onCreated('0198f000-0000-7000-8000-0000000000cc')
  sendings.adopt([prepared])
  expect(sendings.choose(take())).toBe(id)
  await vi.waitFor(() => expect(sendings.get().sendings).toHaveLength(1))
  expect(removed).toEqual(['0198f000-0000-7000-8000-0000000000cc'])
  expect([sent.length, sendings.get().formKey]).toEqual([1, id])
})

test('once its details are sent, a file may be sent for another track', async () => {
  const { sendings, sent, stored, started, follows } = openStore()
  const key = sendings.choose(take())
  const sending = await started()
  sending.onCreated(id)
  sending.onArrived()
  follows.at(-1)?.(exampleUpload({ id, state: 'prepared', facts: exampleFacts }))
  expect(stored.size).toBe(1)
  await sendings.submit(key, details)
  expect(stored.size).toBe(0)
  sendings.choose(take())
  await vi.waitFor(() => expect(sent).toHaveLength(2))
})
