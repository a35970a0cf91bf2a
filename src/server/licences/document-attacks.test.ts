import { expect, test } from 'vitest'
import { licenceDocumentUrl } from '#rules/licences/licence-documents.ts'
import { seededRandom } from '../../../demo/music/score/random.ts'
import {
  createDocument,
  pdf,
  sendDocument,
} from '../../../tests/support/licences/licence-documents.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'
import { createUser } from '../../../tests/support/test-app.ts'

const sharedApp = sharedTestApp()

const polyglot = Buffer.from(
  '%PDF-1.7\n<html><body onload="alert(document.cookie)"><script>alert(1)</script></body></html>\n%%EOF',
)

test('no changed link to a license document opens it: 200 mutants of its expiry, key, user and document', async () => {
  const app = await sharedApp()
  const artist = await createUser(app, { role: 'artist' })
  const other = await createUser(app, { role: 'artist' })
  const id = await createDocument(app, artist)
  const second = await createDocument(app, artist)
  const opened = await app.call(`GET ${licenceDocumentUrl(id)}`, { as: artist })
  const link = String(opened.headers.location)
  expect((await app.call(`GET ${link}`, { as: artist })).rawPayload).toEqual(pdf)

  const url = new URL(link, 'http://undersong.test')
  const changed = (name: string, value: string) => {
    const copy = new URL(url)
    copy.searchParams.set(name, value)
    return copy.pathname + copy.search
  }
  const value = (name: string) => url.searchParams.get(name) ?? ''
  const chosen = [
    link.replace(id, second),
    changed('user', other.id),
    changed('user', ''),
    changed('exp', String(Number(value('exp')) + 1)),
    changed('exp', `${value('exp')}.0`),
    changed('exp', `0${value('exp')}`),
    changed('exp', '9999999999'),
    changed('exp', 'Infinity'),
    changed('key', ''),
    changed('key', `${value('key')}=`),
    changed('key', value('key').toLowerCase()),
    changed('key', value('key').slice(0, -1)),
    `${link}&exp=9999999999`,
    `${link}&user=${other.id}`,
    url.pathname,
  ]
  const random = seededRandom(1)
  const mutants = Array.from({ length: 200 - chosen.length }, () => {
    const name = ['exp', 'key', 'user'][Math.floor(random() * 3)] ?? 'key'
    const text = value(name)
    const at = Math.floor(random() * text.length)
    const letter = text[at] === '7' ? '8' : '7'
    return changed(name, text.slice(0, at) + letter + text.slice(at + 1))
  })
  for (const path of [...chosen, ...mutants]) {
    const response = await app.call(`GET ${path}`, { as: artist })
    expect([path, response.statusCode >= 400 && response.statusCode < 500]).toEqual([path, true])
    expect([path, response.body.includes('%PDF')]).toEqual([path, false])
  }
})

test('a link to a license document opens it for the user it was made for only, and not after a ban', async () => {
  const app = await sharedApp()
  const artist = await createUser(app, { role: 'artist' })
  const other = await createUser(app, { role: 'artist' })
  const address = licenceDocumentUrl(await createDocument(app, artist))
  const missing = licenceDocumentUrl('00000000-0000-4000-8000-000000000000')
  const link = String((await app.call(`GET ${address}`, { as: artist })).headers.location)
  const ban = app.db.updateTable('users').set({ banned: true }).where('id', '=', artist.id)
  const expectHidden = async (callers: object[]) => {
    for (const caller of callers) {
      const none = await app.call(`GET ${missing}`, caller)
      for (const path of [address, link]) {
        const response = await app.call(`GET ${path}`, caller)
        expect([response.statusCode, response.json()]).toEqual([404, none.json()])
      }
    }
  }
  await expectHidden([{}, { as: other }, { as: await createUser(app) }])
  expect((await app.call(`GET ${link}`, { as: artist })).statusCode).toBe(200)
  await ban.execute()
  await expectHidden([{ as: artist }])
})

test('a document that is also a web page is saved, never shown, and no path leads to the stored files', async () => {
  const app = await sharedApp()
  const artist = await createUser(app, { role: 'artist' })
  const name = '../../../x.html\r\nx-injected: 1'
  const sent = await sendDocument(app, artist, { bytes: polyglot, name, type: 'text/html' })
  const { licenseDocumentUrl: address } = sent.json<{ licenseDocumentUrl: string }>()
  const { headers } = await app.call(`GET ${address}`, { as: artist })
  for (const range of [undefined, 'bytes=9-', 'bytes=-50']) {
    const file = await app.call(`GET ${headers.location}`, {
      as: artist,
      headers: range === undefined ? {} : { range },
    })
    expect(file.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; filename="?license-document\.pdf/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    })
    expect(file.headers).not.toHaveProperty('x-injected')
  }
  const id = address.split('/').at(-1) ?? ''
  for (const path of [
    `/licences/${id}`,
    `/files/licences/${id}`,
    `/api/proxy/license/..%2flicences%2f${id}`,
    `/api/proxy/license/${id}%00`,
    `/api/proxy/license/${id}/../${id}/file`,
    `/api/proxy/license/%2e%2e%2foriginals%2f${id}/file`,
    `/public/tracks/${id}/preview.mp3`,
    `/api/proxy/download/${id}`,
  ]) {
    const response = await app.call(`GET ${path}`, { as: artist })
    expect([path, response.statusCode >= 400, response.body.includes('%PDF')]).toEqual([
      path,
      true,
      false,
    ])
  }
})
