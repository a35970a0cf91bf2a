// The hostile files against the messages of a room: as the only file of a message, and beside a good one.

import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  attachedKeys,
  messagesOf,
  pdf,
  plainPicture,
  sendMessage,
  voice,
} from '../support/commissions/messaging.ts'
import { storeCommission } from '../support/commissions/stored-commission.ts'
import { createAttackApp, type AttackApp } from './attack-app.ts'
import { hostileFiles } from './hostile-files.ts'
import { openListener } from './listener.ts'

/** What the site makes of a file, or saves: nothing else is ever sent. */
const served = new Set(['image/webp', 'audio/mpeg', 'application/octet-stream'])
const script = '<script>alert(document.cookie)</script>'

async function openRoom({ testApp, people }: AttackApp) {
  const parties = { customer: people.customer, artist: people.artist }
  const { id } = await storeCommission(testApp, { ...parties, status: 'in_progress' })
  /** What both parties get of everything that was sent. */
  async function openAll() {
    await testApp.work()
    const opened = []
    for (const as of [people.customer, people.artist])
      for (const { attachments } of (await messagesOf(testApp, as, id)).messages)
        for (const { url, kind } of attachments)
          if (url !== null) opened.push({ kind, answer: await testApp.call(`GET ${url}`, { as }) })
    return opened
  }
  return { id, openAll }
}

test('of the hostile files none is shown, none is fetched by the server, and what is refused leaves nothing', async () => {
  await using listener = await openListener()
  await using attack = await createAttackApp()
  const { testApp, people } = attack
  const { id, openAll } = await openRoom(attack)
  for (const [name, bytes] of Object.entries(hostileFiles(listener.url))) {
    const before = await attachedKeys(testApp)
    const file = { bytes, name: `../../${name}.png\u0000.html`, type: 'text/html' }
    for (const files of [[file], [{ bytes: pdf }, file]]) {
      const answer = await sendMessage(testApp, people.artist, id, { files })
      expect(answer.statusCode, `${name}: ${answer.body}`).toBeLessThan(500)
      if (answer.statusCode !== 200)
        expect([name, await attachedKeys(testApp)]).toEqual([name, before])
    }
  }
  for (const { kind, answer } of await openAll()) {
    expect(served.has(String(answer.headers['content-type']))).toBe(true)
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      ...(kind === 'document'
        ? { 'content-disposition': expect.stringMatching(/^attachment;/) }
        : {}),
    })
  }
  expect(listener.requests).toEqual([])
})

test('of a picture with a page, an archive or a script behind its pixels, or in its metadata, only the pixels are served', async () => {
  await using attack = await createAttackApp()
  const { testApp, people } = attack
  const { id, openAll } = await openRoom(attack)
  const png = await plainPicture()
  const jpeg = await sharp(png)
    .withExif({ IFD0: { Copyright: script } })
    .jpeg()
    .toBuffer()
  const files = [png, await sharp(png).webp().toBuffer(), jpeg].map((picture) => ({
    bytes: Buffer.concat([picture, Buffer.from(`PK\u0003\u0004<!doctype html>${script}`)]),
    name: 'page.html',
  }))
  expect((await sendMessage(testApp, people.customer, id, { files })).statusCode).toBe(200)
  const opened = await openAll()
  expect(opened).toHaveLength(6)
  for (const { answer } of opened) {
    expect(answer.headers['content-type']).toBe('image/webp')
    expect(answer.rawPayload.includes('alert(')).toBe(false)
    expect((await sharp(answer.rawPayload).metadata()).exif).toBeUndefined()
  }
})

test('a recording with a script in its tags, and a PDF that is also a page, are never shown as what they also are', async () => {
  await using attack = await createAttackApp()
  const { testApp, people } = attack
  const { id, openAll } = await openRoom(attack)
  const tagged = Buffer.concat([voice(), Buffer.from(`LIST${script}`)])
  const page = Buffer.from(`%PDF-1.7\n<html>${script}</html>\n%%EOF`)
  const files = [{ bytes: tagged }, { bytes: page, name: 'page.html', type: 'text/html' }]
  expect((await sendMessage(testApp, people.customer, id, { files })).statusCode).toBe(200)
  const opened = await openAll()
  const audio = opened.filter(({ kind }) => kind === 'audio')
  expect(audio.length).toBeGreaterThan(0)
  for (const { answer } of audio) {
    expect(answer.headers['content-type']).toBe('audio/mpeg')
    expect(answer.rawPayload.includes('alert(')).toBe(false)
  }
  for (const { answer } of opened.filter(({ kind }) => kind === 'document'))
    expect(answer.headers['content-disposition']).toMatch(/^attachment; .*\.pdf/)
})

test('a picture of more pixels than 50 megapixels is refused before it is decoded', async () => {
  await using attack = await createAttackApp()
  const { testApp, people } = attack
  const { id } = await openRoom(attack)
  const size = { width: 10_000, height: 5_001, channels: 3, background: '#000' } as const
  const bytes = await sharp({ create: size, limitInputPixels: false }).png().toBuffer()
  const answer = await sendMessage(testApp, people.customer, id, { files: [{ bytes }] })
  expect(answer.json()).toMatchObject({ code: 'picture_too_many_pixels' })
  expect(await attachedKeys(testApp)).toEqual([])
})
