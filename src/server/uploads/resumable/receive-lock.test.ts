// Which of several requests may add bytes to an upload.

import { Readable } from 'node:stream'
import { afterAll, expect, test, vi } from 'vitest'
import { makeWav, tone } from '#server/gateways/audio/audio-samples.ts'
import { refusalStatus } from '#rules/errors/refusal.ts'
import { uploadRefusals } from '#rules/uploads/upload-process.ts'
import { publish } from '#server/events/site-events.ts'
import { announced, findOffset, sendPart } from '../../../../tests/support/uploads/resumable.ts'
import { createArtistWithPayouts } from '../../../../tests/support/shopping.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { openAdmission } from '../upload-admission.ts'
import { openReceiveLocks } from './receive-lock.ts'
import { receivePart } from './receive-part.ts'
import { trackReception } from './track-reception.ts'

const app = await createTestApp()
afterAll(() => app[Symbol.asyncDispose]())
const artist = await createArtistWithPayouts(app)
const reception = trackReception({ ...app, admission: openAdmission(app) })
const song = makeWav({ waveform: tone(440), seconds: 6 })

/** As in two processes. */
const [here, there] = [0, 1].map(() =>
  openReceiveLocks({ db: app.db, events: app.events, log: app.http.log }),
) as [ReturnType<typeof openReceiveLocks>, ReturnType<typeof openReceiveLocks>]

async function announcedRow() {
  const id = await announced(app, artist, { bytes: song.length })
  const row = () =>
    app.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const remove = () => app.call(`DELETE /api/proxy/uploads/${id}`, { as: artist })
  return { own: { id, artistId: artist.id }, id, row, remove }
}

/** The process of the holder is stalled: it neither renews nor hears. */
async function stall(id: string) {
  const past = new Date(Date.now() - 1000)
  await app.db.updateTable('uploads').set({ receiver_until: past }).where('id', '=', id).execute()
}

test('a holder that was stalled while another request took over neither writes nor unlocks', async () => {
  const { own, id, row, remove } = await announcedRow()
  const stalled = await here.lock(own, () => undefined)
  await stall(id)
  const holder = await there.lock(own, () => undefined)
  const late = receivePart(
    { ...app, reception },
    {
      ...own,
      receiver: stalled.receiver,
      offset: 0,
      body: (async function* body() {
        yield song
      })(),
    },
  )
  await expect(late).rejects.toMatchObject({ code: 'upload_busy' })
  expect(await row()).toMatchObject({ bytes_received: 0, unfinished_file: null })
  await stalled.unlock()
  expect(await row()).toMatchObject({ receiver: holder.receiver })
  await holder.unlock()
  expect(await row()).toMatchObject({ receiver: null })
  await remove()
})

test('of two requests that wait for the same upload the newer one gets it, and the older one ends', async () => {
  const { own, row, remove } = await announcedRow()
  const released = vi.fn<() => void>()
  const holder = await here.lock(own, released)
  const older = there.lock(own, () => undefined).catch((error: unknown) => error)
  await expect.poll(async () => (await row()).wanted_by).not.toBe(holder.receiver)
  const newer = here.lock(own, () => undefined)
  expect(await older).toMatchObject({ code: 'upload_busy' })
  await expect.poll(() => released).toHaveBeenCalled()
  await holder.unlock()
  const { receiver, unlock } = await newer
  expect(await row()).toMatchObject({ receiver, wanted_by: receiver })
  await unlock()
  await remove()
})

test('a late word of a request that was overtaken does not end the holder', async () => {
  const { own, id, remove } = await announcedRow()
  const released = vi.fn<() => void>()
  const { receiver, unlock } = await here.lock(own, released)
  const overtaken = '0198f000-0000-7000-8000-0000000000aa'
  for (const wanting of [receiver, overtaken])
    await app.db
      .transaction()
      .execute((tx) => publish(tx, { name: 'uploadWanted', uploadId: id, receiver: wanting }))
  await app.eventsArrived()
  // The row is read after each event: an answer to a newer question is not before it.
  await app.db.selectFrom('uploads').select('id').execute()
  expect(released).not.toHaveBeenCalled()
  const newer = there.lock(own, () => undefined)
  // Perhaps twice: the row may still be read for the late word when the newer request is in it.
  await expect.poll(() => released).toHaveBeenCalled()
  await unlock()
  await (await newer).unlock()
  await remove()
})

test('a request says once that it wants an upload, however long it waits', async () => {
  const { own, id, row, remove } = await announcedRow()
  const holder = await here.lock(own, () => undefined)
  const wanted = vi.fn<(id: string) => void>()
  app.events.subscribe({
    onEvent: (event) => {
      if (event.name === 'uploadWanted' && event.uploadId === id) wanted(event.receiver)
    },
    onMissed: () => undefined,
  })
  const next = there.lock(own, () => undefined)
  await expect.poll(async () => (await row()).wanted_by).not.toBe(holder.receiver)
  const { wanted_by: wanting } = await row()
  // Several rounds of asking.
  const before = performance.now()
  await expect.poll(() => performance.now() - before).toBeGreaterThan(500)
  await holder.unlock()
  const { receiver, unlock } = await next
  await app.eventsArrived()
  expect(wanted.mock.calls).toEqual([[receiver]])
  expect(receiver).toBe(wanting)
  await unlock()
  await remove()
})

test('a part without a declared length is not stored beyond the announced one', async () => {
  const half = song.length / 2
  const longer = Buffer.concat([song.subarray(half), Buffer.alloc(1)])
  const { id, row, remove } = await announcedRow()
  const refused = await app.http.inject({
    method: 'PATCH',
    url: `/api/proxy/uploads/${id}/file`,
    headers: {
      host: 'undersong.test',
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
      cookie: artist.cookie,
    },
    // A stream has no declared length.
    payload: Readable.from([song.subarray(0, half), longer]),
  })
  expect([refused.statusCode, refused.json().code]).toEqual([413, 'upload_too_large'])
  expect(await row()).toMatchObject({ status: 'arriving', bytes_received: half })
  await remove()
})

test('a part at another offset is refused, and nothing is stored', async () => {
  const { id, row, remove } = await announcedRow()
  for (const offset of [1, song.length]) {
    const refused = await sendPart(app, artist, { id, offset, bytes: song.subarray(offset) })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'upload_offset'])
  }
  expect(await row()).toMatchObject({ bytes_received: 0, unfinished_file: null })
  await remove()
})

test('asking for the offset of a refused upload answers with the reason, whatever it is', async () => {
  const { id, remove } = await announcedRow()
  for (const code of uploadRefusals) {
    await app.db
      .updateTable('uploads')
      .set({ status: 'refused', refusal_code: code })
      .where('id', '=', id)
      .execute()
    const found = await findOffset(app, artist, id)
    expect([code, found.statusCode]).toEqual([code, refusalStatus(code)])
  }
  await remove()
})
