import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import {
  maxLicenceDocumentBytes,
  licenceDocumentUrl,
  maxUnusedLicenceDocuments,
} from '#rules/licences/licence-documents.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { updateTrack, withdrawTrack } from '#server/tracks/track-commands.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import {
  createDocument,
  pdf,
  png,
  sendDocument,
} from '../../../tests/support/licences/licence-documents.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  plainDescription,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'
import { refuseTooManyDocuments } from './document-admission.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200)])
const webp = Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBPVP8 '), Buffer.alloc(200)])

const storedFiles = async (app: TestApp) => {
  const names = await readdir(join(app.folder, 'files'), { recursive: true })
  return names.filter((name) => name.includes('/'))
}

test('an artist uploads a PDF or an image, told by its content (LIC-03 to LIC-05, LIC-08, API-03, ROL-18, BUS-17, VAL-15, VAL-25)', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  for (const [bytes, type] of [
    [pdf, 'application/pdf'],
    [png, 'image/png'],
    [jpeg, 'image/jpeg'],
    [webp, 'image/webp'],
  ] as const) {
    const response = await sendDocument(app, artist, { bytes, name: 'x.html', type: 'text/html' })
    expect([response.statusCode, response.json()]).toEqual([
      200,
      {
        licenseDocumentUrl: expect.stringMatching(/^\/api\/proxy\/license\/[0-9a-f-]{36}$/),
        message: 'License document uploaded!',
      },
    ])
    const row = await app.db
      .selectFrom('licence_documents')
      .selectAll()
      .where('artist_id', '=', artist.id)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ media_type: type, bytes: bytes.length, artist_id: artist.id })
    expect(await app.storage.stat(row.storage_key)).toEqual({ bytes: bytes.length })
  }
  const customer = await createUser(app)
  const byCustomer = await sendDocument(app, customer, { bytes: pdf })
  expect([byCustomer.statusCode, byCustomer.json().code]).toEqual([403, 'not_allowed'])
})

test('what is neither is refused, whatever its name and type say, and nothing of it is stored (LIC-03, BUS-17)', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  for (const [bytes, code] of [
    [svg, 'license_document_not_accepted'],
    [Buffer.from('<html>%PDF-1.7</html>'), 'license_document_not_accepted'],
    [Buffer.from(' %PDF-1.7'), 'license_document_not_accepted'],
    [Buffer.from('GIF89a'), 'license_document_not_accepted'],
    [Buffer.from('PK\x03\x04'), 'license_document_not_accepted'],
    [Buffer.from('RIFF\x10\0\0\0WAVEfmt '), 'license_document_not_accepted'],
    [Buffer.from('%PDF'), 'license_document_not_accepted'],
    [Buffer.alloc(0), 'license_document_missing'],
    [Buffer.concat([pdf, Buffer.alloc(maxLicenceDocumentBytes)]), 'license_document_too_large'],
  ] as const) {
    const response = await sendDocument(app, artist, { bytes })
    expect([bytes.subarray(0, 20).toString(), response.json().code]).toEqual([
      bytes.subarray(0, 20).toString(),
      code,
    ])
  }
  const json = await app.call('POST /api/proxy/license', { as: artist, send: {} })
  expect(json.json().code).toBe('license_document_missing')
  expect(await storedFiles(app)).toEqual([])
  expect(await app.db.selectFrom('licence_documents').select('id').execute()).toEqual([])
})

test('an artist has a limited number of documents that no track uses, also when they arrive at once', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const first = await createDocument(app, artist)
  await createTrack(app.db, { artistId: artist.id, licenceDocumentId: first })
  const sent = await Promise.all(
    Array.from({ length: maxUnusedLicenceDocuments + 5 }, () =>
      sendDocument(app, artist, { bytes: pdf }),
    ),
  )
  const codes = sent.map((response) => response.json<{ code?: string }>().code ?? 'done')
  expect(codes.filter((code) => code === 'done')).toHaveLength(maxUnusedLicenceDocuments)
  expect(new Set(codes)).toEqual(new Set(['done', 'too_many_license_documents']))
  expect(await storedFiles(app)).toHaveLength(maxUnusedLicenceDocuments + 1)
})

test('a document that is stored while its request has not ended is not counted twice', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  await createDocument(app, artist)
  const others = { artistId: artist.id, arriving: maxUnusedLicenceDocuments - 1 }
  await refuseTooManyDocuments(app.db, others)
  const refused = refuseTooManyDocuments(app.db, { ...others, arriving: others.arriving + 1 })
  await expect(refused).rejects.toMatchObject({ code: 'too_many_license_documents' })
})

test('a document whose row cannot be written is removed again', async () => {
  await using app = await createTestApp()
  const artist = await createUser(app, { role: 'artist' })
  await sql`alter table licence_documents add constraint broken check (bytes < 0) not valid`.execute(
    app.db,
  )
  const response = await sendDocument(app, artist, { bytes: pdf })
  expect([response.statusCode, response.json().code]).toEqual([500, 'fault'])
  expect(await storedFiles(app)).toEqual([])
})

test("everyone sees a track's status and licensor; its document only its artist and admins (LIC-01, LIC-06, LIC-07, LIC-09, API-10)", async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const other = await createUser(app, { role: 'artist' })
  const admin = await createAdmin(app)
  const licenceDocumentId = await createDocument(app, artist)
  const licensed = { licenceStatus: 'licensed', licensedFrom: 'Chappell & Co.' } as const
  const { id } = await createTrack(app.db, { artistId: artist.id, licenceDocumentId, ...licensed })
  const infoFor = async (as?: TestUser) => {
    const response = await app.call(`GET /api/proxy/tracks/${id}/license-info`, as ? { as } : {})
    return response.json<object>()
  }
  const shown = { trackLicenseStatus: 'licensed', trackLicensedFrom: 'Chappell & Co.' }
  const withDocument = { ...shown, trackLicenseDocumentUrl: licenceDocumentUrl(licenceDocumentId) }
  const without = { ...shown, trackLicenseDocumentUrl: null }
  expect(await infoFor(artist)).toEqual(withDocument)
  expect(await infoFor(admin)).toEqual(withDocument)
  for (const as of [undefined, other, await createUser(app)])
    expect(await infoFor(as)).toEqual(without)

  for (const licenceStatus of ['not_required', 'unlicensed'] as const) {
    await updateTrack(app.db, {
      id,
      artistId: artist.id,
      changes: { licenceStatus, licenceDocumentId: null },
    })
    expect(await infoFor(artist)).toEqual({
      trackLicenseStatus: licenceStatus,
      trackLicensedFrom: null,
      trackLicenseDocumentUrl: null,
    })
  }
  await withdrawTrack(app.db, { id, artistId: artist.id })
  expect(await infoFor()).toMatchObject({ code: 'not_found' })
  expect(await infoFor(artist)).toMatchObject({ trackLicenseStatus: 'unlicensed' })
})

test("a track takes no other artist's document", async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const other = await createUser(app, { role: 'artist' })
  const { id } = await createTrack(app.db, { artistId: artist.id })
  const foreign = { ...plainDescription, licenceDocumentId: await createDocument(app, other) }
  for (const write of [
    () => updateTrack(app.db, { id, artistId: artist.id, changes: foreign }),
    () => createTrack(app.db, { artistId: artist.id, ...foreign }),
  ])
    await expect(write()).rejects.toMatchObject({ code: 'license_document_not_found' })
  // The database says the same to a statement without the check.
  await expect(
    app.db
      .updateTable('tracks')
      .set({ licence_document_id: foreign.licenceDocumentId })
      .where('id', '=', id)
      .execute(),
  ).rejects.toThrow('tracks_licence_document')
})

test('the address of a document stays the same and leads its artist and admins to the file, as an attachment', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const admin = await createAdmin(app)
  const address = licenceDocumentUrl(await createDocument(app, artist))
  for (const as of [artist, admin, artist]) {
    const redirect = await app.call(`GET ${address}`, { as })
    expect([redirect.statusCode, redirect.headers['cache-control']]).toEqual([302, 'no-store'])
    const file = await app.call(`GET ${redirect.headers.location}`, { as })
    expect([file.statusCode, file.rawPayload]).toEqual([200, pdf])
    expect(file.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; filename="?license-document\.pdf/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': 'private, no-store',
    })
  }
})

test('a link to a document ends after five minutes; its address then gives a new one (LIC-07)', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const address = licenceDocumentUrl(await createDocument(app, artist))
  const link = async () =>
    String((await app.call(`GET ${address}`, { as: artist })).headers.location)
  const statusOf = async (path: string) =>
    (await app.call(`GET ${path}`, { as: artist })).statusCode
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now')
  try {
    clock.mockReturnValue(now)
    const first = await link()
    clock.mockReturnValue(now + 4 * 60_000 + 55_000)
    expect(await statusOf(first)).toBe(200)
    clock.mockReturnValue(now + 5 * 60_000 + 1_000)
    expect(await statusOf(first)).toBe(404)
    expect(await statusOf(await link())).toBe(200)
  } finally {
    clock.mockRestore()
  }
})

test('documents that neither a track nor an upload has used within a month are removed', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const [used, young, uploading, unused] = [
    await createDocument(app, artist),
    await createDocument(app, artist),
    await createDocument(app, artist),
    await createDocument(app, artist),
  ]
  await createTrack(app.db, { artistId: artist.id, licenceDocumentId: used })
  const uploadId = randomUUID()
  await app.db
    .insertInto('uploads')
    .values({
      id: uploadId,
      artist_id: artist.id,
      title: 'Skye Boat Song',
      file_name: 'take.wav',
      details: JSON.stringify({ ...plainDescription, licenceDocumentId: uploading }),
      storage_key: `originals/${uploadId}`,
      bytes: 1,
      sha256: uploadId,
      container: 'wav',
    })
    .execute()
  await sql`update licence_documents set created_at = now() - interval '31 days' where id <> ${young}`.execute(
    app.db,
  )
  await addJob(app.db, 'expire_licence_documents', {})
  await app.work()
  const left = await app.db.selectFrom('licence_documents').select('id').execute()
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set([used, young, uploading]))
  expect(await app.storage.stat(`licences/${unused}`)).toBeNull()
  expect(await storedFiles(app)).toHaveLength(3)
})
