// The recordings that were delivered for a commission: before the approval only their artist gets a byte beyond the preview.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AudioRenderer } from '#server/gateways/audio/renditions/render-audio.ts'
import { renditionFormats } from '#rules/music/audio-formats.ts'
import { makeWav } from '#server/gateways/audio/audio-samples.ts'
import { cannedAudio } from '../support/canned-audio.ts'
import { sendWhole, storedKeys } from '../support/commissions/delivering.ts'
import { storeCommission, storeDispute } from '../support/commissions/stored-commission.ts'
import { callers, createAttackApp, secretBytes, type AttackApp } from './attack-app.ts'
import { guesses, tricks } from './guessed-addresses.ts'
import { ask, headersWith, noZipInProgress, zipUrl } from './libraries.ts'

type Caller = (typeof callers)[number]

const allBut = (...reached: Caller[]) => callers.filter((one) => !reached.includes(one))

/** A header that is recognised as a recording, and samples that stand nowhere else. */
const secretTake = Buffer.concat([
  makeWav({ seconds: 6 }).subarray(0, 44),
  Buffer.from(secretBytes.repeat(400)),
])

const secretRenderer: AudioRenderer = {
  async render({ format, outDir }) {
    const path = join(outDir, `rendition.${format}`)
    await writeFile(path, secretBytes.repeat(40))
    return path
  },
}

/** Two deliveries with their sung guides, of which the second one waits for the customer's answer. */
async function openDelivered() {
  const attack = await createAttackApp({ audio: cannedAudio, renderer: secretRenderer })
  const { testApp, people } = attack
  const parties = { customer: people.customer, artist: people.artist }
  const { id } = await storeCommission(testApp, { ...parties, status: 'in_progress' })
  const deliver = async () => {
    const sent = { commissionId: id, file: secretTake }
    const guide = await sendWhole(testApp, people.artist, { ...sent, kind: 'guide' })
    const deliveryId = await sendWhole(testApp, people.artist, { ...sent, guide })
    await testApp.work()
    return deliveryId
  }
  const first = await deliver()
  const send = { action: 'request_changes', revisionFeedback: 'Slower, please.' }
  await testApp.call(`POST /api/commissions/${id}/confirm`, { as: people.customer, send })
  const second = await deliver()
  return {
    attack,
    id,
    deliveryIds: [first, second] as const,
    [Symbol.asyncDispose]: () => attack[Symbol.asyncDispose](),
  }
}

const folderOf = (id: string, deliveryId: string) =>
  `/api/commissions/${id}/deliveries/${deliveryId}`

/** Everything that sends a recording, asked for by the id of the commission and by those of its deliveries. */
function wholesOf(id: string, deliveryIds: readonly string[]): string[] {
  const ofId = (one: string) => [
    `/api/proxy/tracks/download/${one}`,
    `/api/proxy/my-tracks/${one}/stream`,
    `/public/tracks/${one}/preview.mp3`,
    ...renditionFormats.flatMap((format) => [
      `/api/proxy/tracks/download/${one}?format=${format}`,
      `/api/proxy/my-tracks/${one}/stream?format=${format}`,
      `/api/proxy/my-tracks/${one}/renditions/${format}`,
    ]),
  ]
  return [
    ...[id, ...deliveryIds].flatMap(ofId),
    ...deliveryIds.flatMap((one) =>
      ['file', 'guide'].map((file) => `${folderOf(id, one)}/${file}`),
    ),
  ]
}

type Others = { urls: string[]; etag?: string; by: readonly Caller[] }

async function expectNothing(
  attack: AttackApp,
  { urls, etag = '"unknown"', by }: Others,
): Promise<void> {
  for (const caller of by)
    for (const url of urls) {
      const requests = headersWith(etag, attack.people.artist.id).flatMap((headers) =>
        (['GET', 'HEAD'] as const).map((method) => ({ method, headers })),
      )
      for (const request of [...requests, { method: 'POST' as const }]) {
        const response = await ask(attack, { ...request, url, caller })
        const what = `${url} as ${caller} with ${JSON.stringify(request)}`
        expect([401, 403, 404], what).toContain(response.statusCode)
        expect(response.rawPayload.includes(secretBytes.slice(0, 10)), what).toBe(false)
        for (const header of ['etag', 'content-range', 'content-disposition', 'accept-ranges'])
          expect(response.headers, what).not.toHaveProperty(header)
      }
    }
}

test('before the approval a delivery and its guide are their artist’s: no address, method, range or tag gets anybody else a byte or its length', async () => {
  await using delivered = await openDelivered()
  const { attack, id, deliveryIds } = delivered
  const [, newest] = deliveryIds
  const own = await ask(attack, { url: `${folderOf(id, newest)}/file`, caller: 'artist' })
  expect([own.statusCode, own.rawPayload.equals(secretTake)]).toEqual([200, true])
  expect(own.headers['cache-control']).toBe('private, no-store')
  const etag = String(own.headers.etag)
  await expectNothing(attack, { urls: wholesOf(id, deliveryIds), etag, by: allBut('artist') })
  await attack.testApp.work()
  const rendered = attack.testApp.db.selectFrom('renditions').where('commission_id', 'is not', null)
  expect(await rendered.selectAll().execute()).toEqual([])
  // The artist’s own copy is by the delivery only.
  for (const url of wholesOf(id, deliveryIds).filter((one) => !one.startsWith('/api/commissions')))
    expect([url, (await ask(attack, { url, caller: 'artist' })).statusCode]).toEqual([url, 404])
})

test('no trick with a path, a query or a stored file’s key gets the customer or a stranger a byte of a delivery', async () => {
  await using delivered = await openDelivered()
  const { attack, id, deliveryIds } = delivered
  const keys = (await storedKeys(attack.testApp)).filter((key) => key.startsWith('originals/'))
  const folder = folderOf(id, deliveryIds[1])
  const besides = [
    'preview.mp3/../file',
    'preview.mp3%2f..%2ffile',
    'file/',
    'file%00',
    'FILE',
    'preview.mp3?file=1',
  ]
  const urls = [
    ...[id, ...deliveryIds].flatMap((one) => [...guesses(one), ...tricks(one, keys)]),
    ...besides.map((one) => `${folder}/${one}`),
  ]
  for (const caller of ['customer', 'otherArtist', 'guest'] as const)
    for (const url of urls) {
      const { statusCode, rawPayload } = await ask(attack, { url, caller })
      const what = `${url} as ${caller}`
      expect(statusCode, what).toBeLessThan(500)
      expect(rawPayload.includes(secretBytes.slice(0, 10)), what).toBe(false)
    }
})

test('a request for a preview of a delivery gets nothing but the preview, both parties and admins only', async () => {
  await using delivered = await openDelivered()
  const { attack, id, deliveryIds } = delivered
  const reached: Caller[] = ['customer', 'artist', 'admin']
  for (const deliveryId of deliveryIds) {
    const url = `${folderOf(id, deliveryId)}/preview.mp3`
    const whole = await ask(attack, { url, caller: 'customer' })
    expect([whole.statusCode, whole.headers['cache-control']]).toEqual([200, 'private, no-store'])
    const ranges = [
      'bytes=0-',
      'bytes=-1',
      'bytes=99999-',
      'bytes=0-99999999',
      'bytes=100000-',
      'bytes=0-1,5-9',
    ]
    for (const caller of reached)
      for (const range of ranges) {
        const { statusCode, rawPayload } = await ask(attack, { url, caller, headers: { range } })
        const what = `${range} as ${caller}`
        expect([200, 206, 416], what).toContain(statusCode)
        if (statusCode < 300) expect(whole.rawPayload.includes(rawPayload), what).toBe(true)
      }
    const etag = String(whole.headers.etag)
    await expectNothing(attack, { urls: [url], etag, by: allBut(...reached) })
  }
})

test('before the approval the ZIP and the copy of the own data have nothing of a delivery, but for its artist', async () => {
  await using delivered = await openDelivered()
  const { attack } = delivered
  for (const url of [zipUrl, '/api/account/export'])
    for (const caller of allBut('artist')) {
      const { rawPayload } = await ask(attack, { url, caller })
      await noZipInProgress(attack)
      expect([url, caller, rawPayload.includes(secretTake)]).toEqual([url, caller, false])
    }
  const own = await ask(attack, { url: '/api/account/export', caller: 'artist' })
  expect(own.rawPayload.includes(secretTake)).toBe(true)
})

test('an admin who has to judge plays a disputed delivery, and reaches it in no other way', async () => {
  await using delivered = await openDelivered()
  const { attack, id, deliveryIds } = delivered
  await storeDispute(attack.testApp, id)
  const files = deliveryIds.map((one) => `${folderOf(id, one)}/file`)
  for (const url of files) {
    const played = await ask(attack, { url, caller: 'admin' })
    expect([played.statusCode, played.headers['content-disposition']]).toEqual([200, undefined])
  }
  const urls = wholesOf(id, deliveryIds)
  await expectNothing(attack, { urls, by: ['customer'] })
  const others = urls.filter((url) => !url.startsWith('/api/commissions'))
  await expectNothing(attack, { urls: others, by: ['admin'] })
})

test('after the approval the customer gets the newest delivery in every format, and of an earlier one its preview only', async () => {
  await using delivered = await openDelivered()
  const { attack, id, deliveryIds } = delivered
  const [first, second] = deliveryIds
  const send = { action: 'approve' }
  const { testApp, people } = attack
  await testApp.call(`POST /api/commissions/${id}/confirm`, { as: people.customer, send })
  await testApp.work()
  for (const url of [`${folderOf(id, second)}/file`, `/api/proxy/tracks/download/${id}`, zipUrl]) {
    const { statusCode, rawPayload } = await ask(attack, { url, caller: 'customer' })
    await noZipInProgress(attack)
    expect([url, statusCode, rawPayload.includes(secretTake)]).toEqual([url, 200, true])
  }
  const earlier = [`${folderOf(id, first)}/file`, `${folderOf(id, first)}/guide`]
  await expectNothing(attack, { urls: earlier, by: allBut('artist') })
  const strangers: Caller[] = ['buyer', 'otherArtist', 'admin']
  await expectNothing(attack, { urls: wholesOf(id, deliveryIds), by: strangers })
})
