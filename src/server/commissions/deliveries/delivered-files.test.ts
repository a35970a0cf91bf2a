import { expect, test } from 'vitest'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import {
  studioIn,
  sendDelivery,
  storedKeys,
  take,
} from '../../../../tests/support/commissions/delivering.ts'
import { storeDispute } from '../../../../tests/support/commissions/stored-commission.ts'
import { unpack } from '../../../../tests/support/accounts/own-data.ts'
import { createUser, type TestApp, type TestUser } from '../../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'
import { cannedAudio } from '../../../../tests/support/canned-audio.ts'

const emptyApp = emptiedTestApp({ audio: cannedAudio })

type Studio = Awaited<ReturnType<typeof studioIn>>

async function deliver({ app, tom, read }: Studio, commissionId: string): Promise<string> {
  await sendDelivery(app, tom, { commissionId })
  await app.work()
  const { status, deliveries } = await read(commissionId)
  const newest = deliveries.at(-1)
  if (status !== 'delivered' || !newest) throw new Error('Nothing was delivered.')
  return newest.id
}

const filesOf = (commissionId: string, deliveryId: string) => {
  const path = `/api/commissions/${commissionId}/deliveries/${deliveryId}`
  return { preview: `${path}/preview.mp3`, file: `${path}/file`, guide: `${path}/guide` }
}

const get = (app: TestApp, as: TestUser | undefined, path: string, headers = {}) =>
  app.call(`GET ${path}`, { ...(as ? { as } : {}), headers })

test('before the approval nobody but its artist reaches a byte, the length or the name of the full file (PAY-18, CST-22)', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store, read } = studio
  const [stranger, admin] = [await createUser(app), await createAdmin(app)]
  const { id } = await store('in_progress')
  const files = filesOf(id, await deliver(studio, id))
  const whole = await get(app, tom, files.file)
  expect(whole.rawPayload.equals(take)).toBe(true)
  expect(whole.headers['cache-control']).toBe('private, no-store')
  const missing = await get(app, mia, filesOf(id, crypto.randomUUID()).file)
  for (const as of [mia, stranger, admin]) {
    for (const headers of [{}, { range: 'bytes=0-99' }, { range: 'bytes=999999999-' }]) {
      const refused = await get(app, as, files.file, headers)
      expect(refused.body).toBe(missing.body)
      expect(refused.headers['content-range']).toBeUndefined()
    }
    const asked = await app.call(`HEAD ${files.file}`, { as })
    expect([asked.statusCode, asked.headers['content-disposition']]).toEqual([404, undefined])
    expect(codeOf(await get(app, as, `/api/proxy/tracks/download/${id}`))).toBe('not_found')
    expect(codeOf(await get(app, as, `/api/proxy/my-tracks/${id}/stream`))).toBe('not_found')
    const rendition = await app.call(`POST /api/proxy/my-tracks/${id}/renditions/mp3`, {
      as,
      send: {},
    })
    expect(codeOf(rendition)).toBe('not_found')
  }
  expect(codeOf(await get(app, undefined, files.file))).toBe('login_required')
  expect(codeOf(await get(app, mia, '/api/proxy/my-tracks/zip'))).toBe('not_found')
  expect(JSON.stringify(await read(id))).not.toMatch(/take\.wav|"bytes":[1-9]|"durationSeconds":\d/)
  const part = await get(app, mia, files.preview, { range: 'bytes=0-99' })
  expect([part.statusCode, part.rawPayload.length]).toEqual([206, 100])
  expect((await get(app, admin, files.preview)).statusCode).toBe(200)
  expect(codeOf(await get(app, stranger, files.preview))).toBe('not_found')
})

test('an admin plays the whole of a disputed delivery, which is logged, and never as a download', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, store } = studio
  const admin = await createAdmin(app)
  const { id } = await store('in_progress')
  const deliveryId = await deliver(studio, id)
  const { file } = filesOf(id, deliveryId)
  const log = () => app.db.selectFrom('admin_actions').select(['action', 'details']).execute()
  expect(codeOf(await get(app, admin, file))).toBe('not_found')
  expect(await log()).toEqual([])
  await storeDispute(app, id)
  const played = await get(app, admin, file)
  expect(played.rawPayload.equals(take)).toBe(true)
  expect(played.headers['content-disposition']).toBeUndefined()
  expect(await log()).toEqual([{ action: 'play_delivery', details: { deliveryId } }])
  expect(codeOf(await get(app, admin, `/api/proxy/tracks/download/${id}`))).toBe('not_found')
})

test('after the approval the customer plays and downloads the approved delivery, and only that; previews stay (CST-25, API-22, PAY-16)', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, payFor, approve, askForChanges } = studio
  const stranger = await createUser(app)
  const id = await payFor()
  const first = filesOf(id, await deliver(studio, id))
  await askForChanges(id)
  const second = filesOf(id, await deliver(studio, id))
  expect(codeOf(await approve(id))).toBe('done')
  expect((await get(app, mia, second.file)).rawPayload.equals(take)).toBe(true)
  expect(codeOf(await get(app, mia, first.file))).toBe('not_found')
  expect((await get(app, mia, first.preview)).statusCode).toBe(200)
  const download = await get(app, mia, `/api/proxy/tracks/download/${id}`)
  expect(download.rawPayload.equals(take)).toBe(true)
  expect(download.headers['content-disposition']).toBe('attachment; filename=Skylark.wav')
  for (const as of [tom, stranger])
    expect(codeOf(await get(app, as, `/api/proxy/tracks/download/${id}`))).toBe('not_found')
})

test('the files of a cancelled commission are removed after 90 days, and those of others stay', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store, read } = studio
  const [ended, kept] = [await store('in_progress'), await store('in_progress')]
  const endedFiles = filesOf(ended.id, await deliver(studio, ended.id))
  const keptFiles = filesOf(kept.id, await deliver(studio, kept.id))
  await app.db
    .updateTable('commissions')
    .set({ status: 'cancelled', status_reason: 'decided', ended_at: app.clock.now() })
    .where('id', '=', ended.id)
    .execute()
  const tidy = async () => {
    await app.pool.query(`select graphile_worker.add_job('tidy_deliveries')`)
    await app.work()
  }
  await app.clock.move({ days: 89, hours: 23 })
  await tidy()
  expect((await get(app, mia, endedFiles.preview)).statusCode).toBe(200)
  await app.clock.move({ hours: 2 })
  const before = app.clock.now()
  await tidy()
  const after = app.clock.now()
  expect(await storedKeys(app)).toHaveLength(2)
  for (const as of [mia, tom]) {
    expect(codeOf(await get(app, as, endedFiles.preview))).toBe('not_found')
    expect((await get(app, as, keptFiles.preview)).statusCode).toBe(200)
  }
  expect(codeOf(await get(app, tom, endedFiles.file))).toBe('not_found')
  const removed = { state: 'ready', previewUrl: null, removedAt: expect.any(String) as string }
  const stays = { previewUrl: keptFiles.preview, removedAt: null }
  const { deliveries } = await read(ended.id)
  expect(deliveries).toMatchObject([removed])
  const removedAt = new Date(deliveries[0]?.removedAt ?? 0)
  expect(before <= removedAt && removedAt <= after).toBe(true)
  expect((await read(kept.id)).deliveries).toMatchObject([stays])
})

test('an artist’s copy of the own data has the deliveries that were sent', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store } = studio
  const { id } = await store('in_progress')
  const deliveryId = await deliver(studio, id)
  const copyOf = async (as: TestUser) =>
    (await unpack((await get(app, as, '/api/account/export')).rawPayload)).files
  expect((await copyOf(tom))[`recordings/${deliveryId}.wav`]?.equals(take)).toBe(true)
  expect(Object.keys(await copyOf(mia))).toEqual([])
})
