import { renditionFormats } from '#rules/music/audio-formats.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AudioRenderer } from '#server/gateways/audio/renditions/render-audio.ts'
import { announced, sendPart } from '../support/uploads/resumable.ts'
import {
  callers,
  createAttackApp,
  previewBytes,
  secretBytes,
  type AttackApp,
} from './attack-app.ts'
import { guesses } from './guessed-addresses.ts'

const ranges = [
  'bytes=0-',
  'bytes=-1',
  'bytes=-100000',
  'bytes=0-0',
  'bytes=0-99999999',
  'bytes=599-',
  'bytes=600-',
  'bytes=1-0',
  'bytes=-0',
  'bytes=0-1,5-9',
  'bytes=0-,0-,0-',
  'bytes=-',
  'bytes=',
  'bytes=a-b',
  'bytes=0x0-0xff',
  'bytes= 0 - 5',
  'Bytes=0-5',
  'items=0-5',
  'bytes=99999999999999999999-',
  'bytes=-99999999999999999999',
  'bytes=1e3-',
  'bytes=0--1',
  'bytes=+0-5',
  'bytes=\u0660-',
]

test('no request for a preview returns anything but the preview', async () => {
  await using attack = await createAttackApp()
  const url = `/public/tracks/${attack.tracks.unbought}/preview.mp3`
  for (const range of ranges)
    for (const method of ['GET', 'HEAD'] as const)
      for (const caller of callers) {
        const response = await attack.testApp.http.inject({
          method,
          url,
          headers: {
            host: 'undersong.test',
            range: range.toWellFormed(),
            cookie: attack.people[caller]?.cookie ?? '',
          },
        })
        const what = `${method} ${range} as ${caller}`
        expect([200, 206, 400, 416], what).toContain(response.statusCode)
        expect(response.body, what).not.toContain(secretBytes)
        if (response.statusCode < 300) expect(previewBytes.includes(response.body), what).toBe(true)
      }
})

test('no guessed URL returns an original to a caller other than the buyer', async () => {
  await using attack = await createAttackApp()
  for (const caller of ['guest', 'customer', 'otherArtist', 'admin', 'banned'] as const) {
    for (const url of guesses(attack.tracks.bought)) {
      const response = await attack.testApp.http.inject({
        url,
        headers: { host: 'undersong.test', cookie: attack.people[caller]?.cookie ?? '' },
      })
      expect(response.statusCode, `${url} as ${caller}`).toBeLessThan(500)
      expect(response.body, `${url} as ${caller}`).not.toContain(secretBytes)
    }
  }
})

test('the original is sent to its buyer, and to no other caller by any request', async () => {
  await using attack = await createAttackApp()
  const request = (caller: (typeof callers)[number], id: string, headers: Record<string, string>) =>
    attack.testApp.http.inject({
      url: `/api/proxy/tracks/download/${id}`,
      headers: { host: 'undersong.test', cookie: attack.people[caller]?.cookie ?? '', ...headers },
    })
  const { bought, unbought, withdrawn } = attack.tracks
  const allowed = await request('buyer', bought, {})
  expect([allowed.statusCode, allowed.body]).toEqual([200, secretBytes.repeat(40)])
  for (const caller of callers)
    for (const id of [bought, unbought, withdrawn])
      for (const headers of headersOf(attack.people.buyer.id)) {
        if (caller === 'buyer' && id === bought) continue
        const response = await request(caller, id, headers)
        const what = `${caller} ${id} ${JSON.stringify(headers)}`
        expect([401, 403, 404], what).toContain(response.statusCode)
        expect(response.body, what).not.toContain(secretBytes.slice(0, 10))
      }
})

function headersOf(buyerId: string): Record<string, string>[] {
  return [{}, { range: 'bytes=0-99' }, { 'x-user-id': buyerId }]
}

/** What it makes of a recording is as secret as the original. */
const renderer: AudioRenderer = {
  async render({ format, outDir }) {
    const path = join(outDir, `rendition.${format}`)
    await writeFile(path, secretBytes.repeat(40))
    return path
  },
}

test('the player, the renditions and the ZIP send a recording to its buyer, and no byte of it to any other caller', async () => {
  await using attack = await createAttackApp({ renderer })
  const { bought, unbought, withdrawn } = attack.tracks
  const { buyer } = attack.people
  for (const format of renditionFormats) {
    const route = `POST /api/proxy/my-tracks/${bought}/renditions/${format}`
    await attack.testApp.call(route, { as: buyer, send: {} })
  }
  await attack.testApp.work()
  const send = senderOf(attack)
  const addresses = (id: string) => [
    ...['original', ...renditionFormats].flatMap((format) => [
      `/api/proxy/my-tracks/${id}/stream?format=${format}`,
      `/api/proxy/tracks/download/${id}?format=${format}`,
    ]),
    ...renditionFormats.map((format) => `/api/proxy/my-tracks/${id}/renditions/${format}`),
  ]
  // The original is a WAV file: none is made of it.
  const files = addresses(bought).filter((address) => /format=(original|mp3)$/.test(address))
  for (const address of [...files, '/api/proxy/my-tracks/zip']) {
    const { statusCode, body } = await send('GET', address, 'buyer')
    expect([address, statusCode, body.includes(secretBytes)]).toEqual([address, 200, true])
  }
  for (const caller of callers)
    for (const id of [bought, unbought, withdrawn])
      for (const address of addresses(id))
        for (const method of ['GET', 'HEAD', 'POST'] as const)
          for (const headers of headersOf(buyer.id)) {
            if (caller === 'buyer' && id === bought) continue
            const { statusCode, body } = await send(method, address, caller, headers)
            const what = `${method} ${address} as ${caller}`
            expect([401, 403, 404], what).toContain(statusCode)
            expect(body, what).not.toContain(secretBytes.slice(0, 10))
          }
  for (const caller of callers.filter((one) => one !== 'buyer'))
    for (const query of ['', `?id=${bought}`, `?userId=${buyer.id}`]) {
      const { statusCode, body } = await send('GET', `/api/proxy/my-tracks/zip${query}`, caller)
      expect([401, 403, 404], `ZIP as ${caller}`).toContain(statusCode)
      expect(body).not.toContain(secretBytes.slice(0, 10))
    }
})

test('the addresses of an upload take bytes and send none, to its artist as to every other caller', async () => {
  await using attack = await createAttackApp()
  const { testApp, people, tracks } = attack
  const recording = Buffer.concat([
    Buffer.from('RIFF\0\0\0\0WAVEfmt '),
    Buffer.from(secretBytes.repeat(400)),
  ])
  const arriving = await announced(testApp, people.artist, { bytes: recording.length * 2 })
  const part = { id: arriving, offset: 0, bytes: recording }
  expect((await sendPart(testApp, people.artist, part)).statusCode).toBe(204)
  const send = senderOf(attack)
  for (const caller of callers)
    // A listed track has the id of its upload.
    for (const id of [arriving, tracks.bought, tracks.unbought, tracks.withdrawn])
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'OPTIONS'] as const)
        for (const address of ['file', 'file/', 'file?format=original', 'preview.mp3', ''].map(
          (rest) => `/api/proxy/uploads/${id}/${rest}`,
        )) {
          const { statusCode, body } = await send(method, address, caller, {
            'tus-resumable': '1.0.0',
            range: 'bytes=0-',
          })
          const what = `${method} ${address} as ${caller}`
          expect(statusCode, what).toBeLessThan(500)
          expect(body, what).not.toContain(secretBytes.slice(0, 10))
        }
  const row = await testApp.db
    .selectFrom('uploads')
    .select(['bytes_received', 'status'])
    .where('id', '=', arriving)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ bytes_received: recording.length, status: 'arriving' })
})

function senderOf({ testApp, people }: AttackApp) {
  return (
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'OPTIONS',
    url: string,
    caller: (typeof callers)[number],
    headers: Record<string, string> = {},
  ) =>
    testApp.http.inject({
      method,
      url,
      headers: { host: 'undersong.test', cookie: people[caller]?.cookie ?? '', ...headers },
    })
}
