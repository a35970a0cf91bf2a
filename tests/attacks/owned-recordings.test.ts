// Everything that sends a full recording, in any format, and receipts: to its owner, and not a byte to anyone else.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { callers, createAttackApp } from './attack-app.ts'
import { tricks } from './guessed-addresses.ts'
import {
  addressesOf,
  ask,
  contentOf,
  formats,
  headersWith,
  noZipInProgress,
  openLibraries,
  requestHeaders,
  zipUrl,
} from './libraries.ts'

const strangers = callers.filter((caller) => caller !== 'buyer')

test('the owner gets each format by stream and download, whole and in parts; nobody else gets a byte or learns that it exists', async () => {
  await using attack = await createAttackApp()
  const { secret } = await openLibraries(attack)
  const etags = new Map<string, string>()
  for (const url of addressesOf(secret.id)) {
    const content = contentOf(secret.title, /format=(\w+)/.exec(url)?.[1] ?? '')
    const whole = await ask(attack, { url, caller: 'buyer' })
    expect([url, whole.statusCode, whole.body]).toEqual([url, 200, content.toString()])
    const headers = { range: 'bytes=10-19', 'if-range': String(whole.headers.etag) }
    const part = await ask(attack, { url, caller: 'buyer', headers })
    expect([url, part.statusCode, part.body]).toEqual([
      url,
      206,
      content.subarray(10, 20).toString(),
    ])
    etags.set(url, String(whole.headers.etag))
  }
  for (const url of addressesOf(secret.id))
    for (const caller of strangers)
      for (const headers of headersWith(etags.get(url) ?? '', attack.people.buyer.id))
        for (const method of ['GET', 'HEAD'] as const) {
          const response = await ask(attack, { method, url, caller, headers })
          const what = `${method} ${url} as ${caller} with ${JSON.stringify(headers)}`
          expect([401, 403, 404], what).toContain(response.statusCode)
          expect(response.body, what).not.toContain('Secret Song')
          expect(response.headers, what).not.toHaveProperty('etag')
          expect(response.headers, what).not.toHaveProperty('content-range')
        }
})

test('asking for a rendition tells a stranger nothing, and starts nothing', async () => {
  await using attack = await createAttackApp()
  const { secret, other } = await openLibraries(attack)
  const before = await attack.testApp.db.selectFrom('renditions').selectAll().execute()
  for (const caller of strangers)
    for (const format of ['mp3', 'wav'])
      for (const method of ['GET', 'POST'] as const) {
        const url = (id: string) => `/api/proxy/my-tracks/${id}/renditions/${format}`
        const response = await ask(attack, { method, url: url(secret.id), caller })
        const unknown = await ask(attack, { method, url: url(randomUUID()), caller })
        const what = `${method} ${format} as ${caller}`
        expect([401, 403, 404], what).toContain(response.statusCode)
        expect([response.statusCode, codeOf(response)], what).toEqual([
          unknown.statusCode,
          codeOf(unknown),
        ])
      }
  expect(await attack.testApp.db.selectFrom('renditions').selectAll().execute()).toEqual(before)
  const own = `/api/proxy/my-tracks/${other.id}/renditions/mp3`
  expect((await ask(attack, { url: own, caller: 'customer' })).json()).toMatchObject({
    state: 'ready',
  })
})

const codeOf = (response: { json: () => unknown }) => (response.json() as { code?: string }).code

test('a ZIP contains what its caller owns, and nothing of anyone else', async () => {
  await using attack = await createAttackApp()
  const { secret, other } = await openLibraries(attack)
  const forged = [
    '',
    `?userId=${attack.people.buyer.id}`,
    `?id=${secret.id}`,
    `?ids[]=${secret.id}`,
    `?user=${attack.people.buyer.username}`,
  ]
  const own = await ask(attack, { url: zipUrl, caller: 'buyer' })
  expect(own.rawPayload.includes(contentOf('Secret Song', 'original'))).toBe(true)
  expect(own.rawPayload.includes('Other Song')).toBe(false)
  for (const query of forged)
    for (const caller of strangers)
      for (const headers of headersWith('"zip"', attack.people.buyer.id))
        for (const method of ['GET', 'HEAD'] as const) {
          const response = await ask(attack, { method, url: zipUrl + query, caller, headers })
          await noZipInProgress(attack)
          const what = `${method} ${query} as ${caller} with ${JSON.stringify(headers)}`
          expect(caller === 'customer' ? [200] : [401, 403, 404], what).toContain(
            response.statusCode,
          )
          expect(response.rawPayload.includes('Secret Song'), what).toBe(false)
          if (caller === 'customer' && method === 'GET')
            expect(response.rawPayload.includes(contentOf(other.title, 'original')), what).toBe(
              true,
            )
        }
})

test('no trick with a path, a query or a stored file’s key gets a stranger a byte', async () => {
  await using attack = await createAttackApp()
  const { secret } = await openLibraries(attack)
  for (const caller of strangers)
    for (const url of tricks(secret.id, secret.keys))
      for (const headers of requestHeaders) {
        const response = await ask(attack, { url, caller, headers })
        const what = `${url} as ${caller}`
        expect(response.statusCode, what).toBeGreaterThanOrEqual(400)
        expect(response.statusCode, what).toBeLessThan(500)
        for (const format of formats)
          expect(response.body, what).not.toContain(`Secret Song as ${format}`)
      }
})

test('a receipt is read by its buyer and by admins, and no number tells anyone else that it exists', async () => {
  await using attack = await createAttackApp()
  await openLibraries(attack)
  const mine = await ask(attack, { url: '/api/receipts/UND-000002', caller: 'buyer' })
  expect(mine.body).toContain(attack.people.buyer.email)
  for (const caller of strangers.filter((one) => one !== 'admin')) {
    const list = await ask(attack, { url: '/api/receipts', caller })
    expect(list.body).not.toContain('UND-000002')
    const unknown = await ask(attack, { url: '/api/receipts/UND-999999', caller })
    for (const number of ['UND-000002', 'UND-000001', 'und-000002', 'UND-2', 'UND-000002%00', '2'])
      for (const method of ['GET', 'HEAD'] as const) {
        const url = `/api/receipts/${number}`
        const response = await ask(attack, { method, url, caller })
        const what = `${method} ${number} as ${caller}`
        expect([400, 401, 403, 404], what).toContain(response.statusCode)
        expect(response.body, what).not.toContain(attack.people.buyer.email)
        if (number === 'UND-000002' && method === 'GET')
          expect([response.statusCode, codeOf(response)], what).toEqual([
            unknown.statusCode,
            codeOf(unknown),
          ])
      }
  }
})
