// Users who take their data with them, and what is left of them then.

import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { storageFolders } from '#server/gateways/storage/storage.ts'
import { storeRecording } from '../access/owned-objects.ts'
import { picture, sendAvatar } from '../artists/avatars.ts'
import { createExample, sendExample } from '../artists/examples.ts'
import { pdf, sentMessage } from '../commissions/messaging.ts'
import { storeCommission } from '../commissions/stored-commission.ts'
import { createDocument } from '../licences/licence-documents.ts'
import { storeEvidenceFile } from '../money/evidence-files.ts'
import { createArtistWithPayouts, paidCart } from '../shopping.ts'
import { createTrack, createUser, type TestApp, type TestUser } from '../test-app.ts'

export const password = 'sing it to me'
const run = promisify(execFile)
export const codeOf = (response: { json: () => unknown }) =>
  (response.json() as { code: string }).code

/** Rosa sells a track to Mia, who rates it, comments on it, and reviews and follows Rosa. */
export async function createFixture(app: TestApp) {
  const rosa = await createArtistWithPayouts(app, 'Rosa Lindqvist')
  const mia = await createUser(app, { name: 'Mia Holt' })
  const track = await createTrack(app.db, { artistId: rosa.id, title: 'Skye' })
  await paidCart(app, mia, [track.id])
  await app.call(`POST /api/proxy/tracks/rate/${track.id}`, { as: mia, send: { rating: 4 } })
  await app.call(`POST /api/proxy/tracks/comment/${track.id}`, {
    as: mia,
    send: { comment: 'Sung twice' },
  })
  await app.call(`POST /api/proxy/users/review/${rosa.id}`, {
    as: mia,
    send: { review: 'She breathes with you' },
  })
  await app.call(`POST /api/users/follow/${rosa.id}`, { as: mia, send: {} })
  return { app, rosa, mia, track }
}

/** By Info-ZIP: the JSON of each JSON file, and the bytes of the others in folders. */
export async function unpack(
  zip: Buffer,
): Promise<{ json: Record<string, unknown[]>; files: Record<string, Buffer> }> {
  const folder = await mkdtemp(join(tmpdir(), 'undersong-export-'))
  try {
    const file = join(folder, 'data.zip')
    await writeFile(file, zip)
    const { stdout } = await run('unzip', ['-Z1', file])
    const names = stdout.trim().split('\n')
    // Unpacking would ask which of the two to keep, and wait for an answer.
    if (new Set(names).size < names.length) throw new Error(`A name occurs twice:\n${stdout}`)
    // Fails on anything that it does not accept, also on a wrong checksum.
    await run('unzip', ['-qq', file, '-d', join(folder, 'data')])
    const json: Record<string, unknown[]> = {}
    const files: Record<string, Buffer> = {}
    for (const name of names) {
      const bytes = await readFile(join(folder, 'data', name))
      if (name.endsWith('.json')) json[name] = JSON.parse(bytes.toString())
      else if (name.includes('/')) files[name] = bytes
    }
    return { json, files }
  } finally {
    await rm(folder, { recursive: true })
  }
}

export const remove = (app: TestApp, as: TestUser, typed = password) =>
  app.call('POST /api/account/deletion', { as, send: { password: typed } })

/** The tables that contain a text anywhere. */
export async function wherever(app: TestApp, text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(app.db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.table(name)} as row where strpos(lower(row::text), lower(${text})) > 0 limit 1
    `.execute(app.db)
    if (rows.length > 0) found.push(name)
  }
  return found.toSorted()
}

/** Everything that an artist can send, and a rendition. Returns the keys that a deletion leaves. */
export async function sendArtistFiles(app: TestApp, artist: TestUser) {
  await app.call('PATCH /api/artist/profile', {
    as: artist,
    send: { displayName: 'Rosa L.', about: 'Strings and rain', deliveryDays: 7 },
  })
  await app.call('PUT /api/notifications/choices', {
    as: artist,
    send: { kind: 'sale', emails: false },
  })
  await sendAvatar(app, artist, await picture())
  await createExample(app, artist.id)
  await sendExample(app, artist)
  await createDocument(app, artist)
  const licenceDocumentId = await createDocument(app, artist)
  const licence = { licenceStatus: 'licensed', licensedFrom: 'A label', licenceDocumentId } as const
  const { id } = await createTrack(app.db, { artistId: artist.id, ...licence })
  await storeRecording(app, id)
  const rendition = `renditions/${randomUUID()}.mp3`
  const options = { maxBytes: 10, contentType: 'audio/mpeg' }
  const { bytes, sha256 } = await app.storage.put(
    rendition,
    Readable.from([Buffer.alloc(10)]),
    options,
  )
  await app.db
    .insertInto('renditions')
    .values({
      track_id: id,
      format: 'mp3',
      status: 'ready',
      storage_key: rendition,
      bytes: String(bytes),
      sha256,
      requested_by: [artist.id],
    })
    .execute()
  const attached = await sendAttachment(app, artist)
  const evidence = await storeEvidence(app)
  const recording = [`originals/${id}`, `previews/${id}.mp3`]
  const kept = [...recording, `licences/${licenceDocumentId}`, rendition, attached, evidence]
  return { kept, exported: 9 }
}

/** Of a dispute that the bank has decided. Returns the key of the file. */
async function storeEvidence(app: TestApp): Promise<string> {
  const { id: paymentId } = await app.db
    .selectFrom('payments')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const disputeId = randomUUID()
  const now = app.clock.now()
  await app.db
    .insertInto('bank_disputes')
    .values({
      id: disputeId,
      payment_id: paymentId,
      provider_id: `du_${disputeId}`,
      status: 'won',
      reason: 'fraudulent',
      amount_pence: 1,
      opened_at: now,
      decided_at: now,
    })
    .execute()
  return `evidence/${await storeEvidenceFile(app, disputeId)}`
}

/** To the customer of a commission that is done. Returns the key of the file. */
async function sendAttachment(app: TestApp, artist: TestUser): Promise<string> {
  const customer = await createUser(app)
  const { id } = await storeCommission(app, { customer, artist, status: 'completed' })
  const files = [{ bytes: pdf, name: 'chords.pdf' }]
  const { attachments } = await sentMessage(app, artist, id, { files })
  return `attachments/${attachments[0]?.id}`
}

export async function listStoredFiles({ storage }: TestApp): Promise<string[]> {
  const lists = storageFolders.map((folder) => Array.fromAsync(storage.list(folder)))
  return (await Promise.all(lists))
    .flat()
    .map(({ key }) => key)
    .toSorted()
}
