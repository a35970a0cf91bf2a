// What a ban leaves open to a buyer, and to nobody else: decision 0040.

import { expect, test } from 'vitest'
import { createAttackApp } from './attack-app.ts'
import {
  ask,
  contentOf,
  downloadsOf,
  headersWith,
  noZipInProgress,
  openLibraries,
  requestHeaders,
  streamsOf,
  zipUrl,
} from './libraries.ts'

test('a customer who is banned after buying downloads what is theirs, and gets nothing by any other address', async () => {
  await using attack = await createAttackApp()
  const { secret } = await openLibraries(attack)
  await attack.testApp.db
    .updateTable('users')
    .set({ banned: true })
    .where('id', '=', attack.people.buyer.id)
    .execute()
  for (const url of downloadsOf(secret.id)) {
    const content = contentOf(secret.title, /format=(\w+)/.exec(url)?.[1] ?? '').toString()
    const whole = await ask(attack, { url, caller: 'buyer' })
    expect([url, whole.statusCode, whole.body]).toEqual([url, 200, content])
    const part = await ask(attack, { url, caller: 'buyer', headers: { range: 'bytes=0-9' } })
    expect([url, part.statusCode, part.body]).toEqual([url, 206, content.slice(0, 10)])
  }
  const zip = await ask(attack, { url: zipUrl, caller: 'buyer' })
  expect([zip.statusCode, zip.rawPayload.includes('Other Song')]).toEqual([200, false])
  expect(zip.rawPayload.includes(contentOf('Secret Song', 'original'))).toBe(true)
  await noZipInProgress(attack)

  const closed = [
    ...streamsOf(secret.id),
    `/api/proxy/my-tracks/${secret.id}/renditions/mp3`,
    '/api/receipts',
    '/api/receipts/UND-000002',
  ]
  for (const url of closed)
    for (const method of ['GET', 'HEAD'] as const)
      for (const headers of requestHeaders) {
        const response = await ask(attack, { method, url, caller: 'buyer', headers })
        expect([url, response.statusCode]).toEqual([url, 403])
        expect(response.rawPayload.includes('Secret Song'), url).toBe(false)
      }
})

test('a banned stranger gets no byte of a recording by an address that is open to banned buyers', async () => {
  await using attack = await createAttackApp()
  const { secret, other } = await openLibraries(attack)
  for (const url of [...downloadsOf(secret.id), ...downloadsOf(other.id), zipUrl])
    for (const method of ['GET', 'HEAD'] as const)
      for (const headers of headersWith('"any"', attack.people.buyer.id)) {
        const response = await ask(attack, { method, url, caller: 'banned', headers })
        expect([url, response.statusCode]).toEqual([url, 404])
        expect(response.rawPayload.includes(' Song'), url).toBe(false)
        expect(response.headers, url).not.toHaveProperty('etag')
      }
})
