import { expect, test } from 'vitest'
import { networkError } from '#web/api/network-error.ts'
import { exampleFacts, exampleUpload } from './example-upload.ts'
import { openStore, take, type Stored } from './test-transfer-store.ts'
import type { Details } from './transfer-work.ts'

const id = '0198f000-0000-7000-8000-0000000000bb'
const details = { title: 'Skylark' } as Details

test('a file is sent as soon as it is chosen, prepared by the server, and ready with what was measured', async () => {
  const { transfers, follows, state, sent, formKey } = openStore()
  const choosing = transfers.choose(take())
  expect(state()).toEqual([{ name: 'checking' }])
  const key = formKey()
  await choosing
  const [sending] = sent
  sending?.onCreated(id)
  sending?.onProgress(430)
  expect(state()).toMatchObject([{ name: 'sending', bytesSent: 430, percent: 43 }])
  sending?.onConnectionLost()
  expect(state()).toEqual([{ name: 'waiting', bytesSent: 430, percent: 43 }])
  sending?.onProgress(1000)
  sending?.onArrived()
  expect(state()).toEqual([{ name: 'arrived' }])
  expect(follows.at(-1)?.(exampleUpload({ id, stage: 'measuring' }))).toBe(true)
  expect(state()).toEqual([{ name: 'preparing', stage: 'measuring' }])
  follows.at(-1)?.(exampleUpload({ id, state: 'prepared', facts: exampleFacts }))
  expect(state()).toEqual([{ name: 'ready', facts: exampleFacts }])
  expect(formKey()).toBe(key)
})

test('a file that cannot be a recording is refused without a request, also while another one is looked up', async () => {
  const { transfers, sent, state } = openStore()
  const choosing = transfers.choose(take())
  await transfers.choose(new File(['words'], 'words.txt', { type: 'text/plain' }))
  await choosing
  expect(state()).toMatchObject([
    { name: 'refused', reason: expect.stringContaining('not an audio file') },
  ])
  await transfers.choose(take('empty.wav', 0))
  expect(state()).toMatchObject([
    { name: 'refused', reason: 'This file is empty: it has 0 bytes.' },
  ])
  expect(sent).toEqual([])
})

test('details are sent while the file is on its way, and the form may take the next file', async () => {
  const { transfers, follows, onListed, formKey, sent } = openStore()
  const choosing = transfers.choose(take())
  const key = formKey()
  const submitting = transfers.submit(key, details)
  await choosing
  sent[0]?.onCreated(id)
  expect(await submitting).toMatchObject({ ok: true })
  expect(transfers.get()).toMatchObject({
    formKey: null,
    transfers: [{ isSubmitted: true, title: 'Skylark' }],
  })
  await transfers.choose(take('next.wav'))
  const next = formKey()
  expect(next).not.toBe(key)
  expect(transfers.get().transfers).toHaveLength(2)

  sent[0]?.onArrived()
  follows.at(-1)?.(exampleUpload({ id, state: 'listed', title: 'Skylark' }))
  expect(onListed).toHaveBeenCalledTimes(1)
  expect(formKey()).toBe(next)
})

test('details are not sent for a file that the server refuses, or that is removed before it has answered', async () => {
  const { transfers, formKey, begin } = openStore()
  const refused = await begin()
  const first = transfers.submit(formKey(), details)
  refused.onRefused('Not music.')
  expect(await first).toBeNull()

  await begin(take('next.wav'))
  const second = transfers.submit(formKey(), details)
  await transfers.cancel(formKey())
  expect(await second).toBeNull()
})

test('another file takes the place of a refused one, and of its details at the server', async () => {
  const { transfers, sent, state, formKey, begin } = openStore()
  const first = await begin()
  first.onCreated(id)
  first.onRefused('Not music.')
  expect(state()).toEqual([{ name: 'refused', reason: 'Not music.' }])
  expect(await transfers.replace(formKey(), take('better.wav'))).toBe(false)
  expect(sent[1]).toMatchObject({ uploadId: null, replaces: id })
  first.onProgress(900)
  expect(state()).toEqual([{ name: 'checking' }])
})

test('a refused file that is chosen again is sent from its beginning', async () => {
  const { transfers, sent, formKey, begin } = openStore()
  const refused = await begin()
  refused.onCreated(id)
  refused.onRefused('No space is left.')
  expect(await transfers.replace(formKey(), take())).toBe(false)
  expect(sent[1]).toMatchObject({ uploadId: null, replaces: id })
})

test('a file that is cancelled is removed at the server, also when the server had not answered yet', async () => {
  const { transfers, removed, formKey, begin } = openStore()
  const sending = await begin()
  expect(await transfers.cancel(formKey())).toBeNull()
  expect(sending.isStopped).toBe(true)
  expect(removed).toEqual([])
  sending.onCreated(id)
  expect(removed).toEqual([id])
  expect(transfers.get()).toEqual({ transfers: [], formKey: null })
})

test('after a reload the same file goes on where it stopped; another one begins anew', async () => {
  const first = openStore()
  const sending = await first.begin()
  sending.onCreated(id)
  const arriving = exampleUpload({ id, state: 'arriving', bytes: 1000, bytesReceived: 430 })
  const reload = async () => {
    const opened = openStore({ uploads: [arriving], stored: new Map(first.stored) })
    await opened.transfers.restore()
    return opened
  }

  const { transfers, state, sent, formKey } = await reload()
  expect(state()).toEqual([{ name: 'missing', bytesSent: 430, percent: 43 }])
  expect(formKey()).toBe(id)
  expect(await transfers.replace(id, take())).toBe(true)
  expect(sent).toMatchObject([{ uploadId: id, replaces: null }])

  const again = await reload()
  // Recorded once more, with the same name and length.
  expect(await again.transfers.replace(id, take('take.wav', 1000, 2))).toBe(false)
  expect(again.sent).toMatchObject([{ uploadId: null, replaces: id }])
  expect(again.stored.size).toBe(0)

  const inTheForm = await reload()
  expect(await inTheForm.begin()).toMatchObject({ uploadId: id, replaces: null })
  expect(inTheForm.formKey()).toBe(id)
})

test('an upload that is not at the server any more is forgotten after a reload', async () => {
  const { transfers, stored } = openStore({ stored: new Map([[id, take()]]) })
  await transfers.restore()
  expect([transfers.get().transfers, stored.size]).toEqual([[], 0])
})

test('an upload that another tab sends shows its progress here, and is not sent twice', async () => {
  const arriving = exampleUpload({ id, state: 'arriving', bytes: 1000, bytesReceived: 430 })
  const { transfers, follows, state } = openStore({ heldIds: [id] })
  transfers.adopt([arriving])
  await expect.poll(() => state()).toMatchObject([{ name: 'sending', percent: 43 }])
  follows.at(-1)?.({ ...arriving, bytesReceived: 600 })
  expect(transfers.get().transfers).toMatchObject([{ isElsewhere: true, state: { percent: 60 } }])
})

test('an upload that the server has removed can be sent again', async () => {
  const { transfers, follows, begin } = openStore()
  const sending = await begin()
  sending.onCreated(id)
  sending.onArrived()
  follows.at(-1)?.(null)
  expect(transfers.get().transfers).toMatchObject([
    {
      uploadId: null,
      state: { name: 'refused', reason: expect.stringContaining('no longer there') },
    },
  ])
})

test('a removal that does not reach the server leaves the upload in the list', async () => {
  const { transfers, formKey, begin } = openStore({ removal: networkError })
  const sending = await begin()
  sending.onCreated(id)
  expect(await transfers.cancel(formKey())).toMatchObject({ code: 'network' })
  expect(transfers.get().transfers).toHaveLength(1)
})

/** A recording that has arrived and waits for its details, sent by this browser before a reload. */
async function prepare(stored: Stored) {
  const { begin, follows } = openStore({ stored })
  const sending = await begin()
  sending.onCreated(id)
  sending.onArrived()
  const prepared = exampleUpload({ id, state: 'prepared', facts: exampleFacts })
  follows.at(-1)?.(prepared)
  return prepared
}

test('a file that has arrived is in the form again after a reload, and is not sent twice', async () => {
  const stored: Stored = new Map()
  const prepared = await prepare(stored)
  const { transfers, sent, removed, onHere, formKey, begin } = openStore({
    uploads: [prepared],
    stored,
  })
  await transfers.restore()
  expect(transfers.get()).toMatchObject({ formKey: id, transfers: [{ state: { name: 'ready' } }] })
  await transfers.choose(take())
  expect(formKey()).toBe(id)
  expect([sent, removed, onHere.mock.calls.length]).toEqual([[], [], 1])
  // Recorded once more, with the same name and length.
  expect(await begin(take('take.wav', 1000, 2))).toMatchObject({ replaces: id })
})

test('a file that is here but not in the form takes the place of the form’s own, which leaves no orphan', async () => {
  const stored: Stored = new Map()
  const prepared = await prepare(stored)
  const { transfers, sent, removed, formKey, begin } = openStore({ uploads: [prepared], stored })
  const other = await begin(take('other.wav'))
  other.onCreated('0198f000-0000-7000-8000-0000000000cc')
  transfers.adopt([prepared])
  await transfers.choose(take())
  expect(formKey()).toBe(id)
  await expect.poll(() => transfers.get().transfers).toHaveLength(1)
  expect(removed).toEqual(['0198f000-0000-7000-8000-0000000000cc'])
  expect(sent).toHaveLength(1)
})

test('once its details are sent, a file may be sent for another track', async () => {
  const { transfers, sent, stored, formKey, begin, follows } = openStore()
  const sending = await begin()
  sending.onCreated(id)
  sending.onArrived()
  follows.at(-1)?.(exampleUpload({ id, state: 'prepared', facts: exampleFacts }))
  expect(stored.size).toBe(1)
  await transfers.submit(formKey(), details)
  expect(stored.size).toBe(0)
  await begin()
  expect(sent).toHaveLength(2)
})
