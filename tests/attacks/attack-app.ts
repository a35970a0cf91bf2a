// A test app with data to attack: users of every role, tracks, a purchase, and the ids of all of them.

import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Endpoint } from '#contracts/endpoint.ts'
import { storeArtists } from '#server/accounts/artist-row.ts'
import type { AppDeps } from '#server/app-deps.ts'
import { withdrawTrack } from '#server/tracks/track-commands.ts'
import {
  createUser,
  createTrack,
  createTestApp,
  type TestUser,
  type TestApp,
} from '../support/test-app.ts'
import { createArtistWithPayouts, paidCart } from '../support/shopping.ts'
import { createRefusedUpload } from '../support/uploading.ts'

export const callers = [
  'guest',
  'customer',
  'buyer',
  'artist',
  'otherArtist',
  'admin',
  'banned',
] as const

/** Content of the originals only. A response that contains it has leaked a recording. */
export const secretBytes = 'ONLY-BUYERS-MAY-READ-THIS'
export const previewBytes = 'anyone may hear this preview '.repeat(20)

export type AttackApp = Awaited<ReturnType<typeof createAttackApp>>

export async function createAttackApp(overrides: Partial<AppDeps> = {}) {
  const testApp = await createTestApp(overrides)
  const artist = await createArtistWithPayouts(testApp, 'Rosa Lindqvist')
  const otherArtist = await createArtistWithPayouts(testApp, 'Tom Fairweather')
  const people = {
    guest: undefined,
    customer: await createUser(testApp),
    buyer: await createUser(testApp),
    artist,
    otherArtist,
    admin: await createUser(testApp),
    banned: await createUser(testApp),
  }
  await setUser(testApp, people.admin, { role: 'admin', two_factor_enabled: true })
  const track = await createTrack(testApp.db, { artistId: artist.id })
  const unbought = await createTrack(testApp.db, {
    artistId: otherArtist.id,
    title: 'Barbara Allen',
  })
  const withdrawn = await createTrack(testApp.db, { artistId: artist.id, title: 'Shenandoah' })
  for (const { id } of [track, unbought, withdrawn]) await putFiles(testApp, id)
  await withdrawTrack(testApp.db, { id: withdrawn.id, artistId: artist.id })
  const bought = await paidCart(testApp, people.buyer, [track.id])
  await testApp.work()
  const uploadId = await createRefusedUpload(testApp, artist)
  await setUser(testApp, people.banned, { banned: true })

  const users = await testApp.db.selectFrom('users').select(['id', 'role', 'banned']).execute()
  const sessions = await testApp.db.selectFrom('sessions').selectAll().execute()
  return {
    testApp,
    people,
    tracks: { bought: track.id, unbought: unbought.id, withdrawn: withdrawn.id },
    ids: [
      track.id,
      unbought.id,
      withdrawn.id,
      uploadId,
      artist.id,
      people.buyer.id,
      ...(await idsOfPurchase(testApp)),
      randomUUID(),
    ],
    sessionIds: [bought.sessionId, 'cs_test_unknown'],
    emails: [people.customer.email, 'nobody@example.com'],
    /** Restores the sessions and users, so that the next call has its caller whatever the last call changed. */
    async restorePeople() {
      await testApp.db
        .insertInto('sessions')
        .values(sessions)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await sql`
        update users set role = was.role, banned = was.banned
        from json_to_recordset(${JSON.stringify(users)}) as was (id uuid, role text, banned boolean)
        where users.id = was.id and (users.role, users.banned) <> (was.role, was.banned)
      `.execute(testApp.db)
      await storeArtists(
        testApp.db,
        users.map(({ id }) => id),
      )
    },
    [Symbol.asyncDispose]: () => testApp[Symbol.asyncDispose](),
  }
}

/** Admins decide about its payment, sale and transfer. */
async function idsOfPurchase({ db }: TestApp): Promise<string[]> {
  const payment = await db.selectFrom('payments').select('id').executeTakeFirstOrThrow()
  const sale = await db.selectFrom('sales').select('id').executeTakeFirstOrThrow()
  const transfer = await db.selectFrom('transfers').select('id').executeTakeFirstOrThrow()
  return [payment.id, sale.id, transfer.id]
}

async function setUser(
  testApp: TestApp,
  { id }: TestUser,
  change: { role?: 'admin'; two_factor_enabled?: boolean; banned?: boolean },
) {
  await testApp.db.updateTable('users').set(change).where('id', '=', id).execute()
}

async function putFiles({ storage }: TestApp, id: string): Promise<void> {
  const put = (key: string, text: string, contentType: string) =>
    storage.put(key, Readable.from([Buffer.from(text)]), { maxBytes: 10_000, contentType })
  await put(`originals/${id}`, secretBytes.repeat(40), 'audio/wav')
  await put(`previews/${id}.mp3`, previewBytes, 'audio/mpeg')
}

type Sending = {
  endpoint: Endpoint
  as: TestUser | undefined
  input: unknown
  headers?: Record<string, string>
  /** A separate address for each call avoids the rate limits by address. */
  address?: string
}

/** Sends an input as a client would: path parameters in the path, the others in the query, the body or the form. */
export function send(testApp: TestApp, { endpoint, as, input, headers = {}, address }: Sending) {
  const fields = typeof input === 'object' && input !== null ? { ...input } : {}
  const rest = new Map(Object.entries(fields))
  const url = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    return encodeURIComponent(textOf(value)) || '-'
  })
  const common = {
    // A stream of events does not end; HEAD passes the same checks.
    method: endpoint.produces === 'text/event-stream' ? ('HEAD' as const) : endpoint.method,
    headers: { host: 'undersong.test', ...(as ? { cookie: as.cookie } : {}), ...headers },
    ...(address === undefined ? {} : { remoteAddress: address }),
  }
  if (endpoint.inputIn === 'query') {
    const query = [...rest].map(([name, value]) => `${plain(name)}=${plain(textOf(value))}`)
    return testApp.http.inject({
      ...common,
      url: query.length > 0 ? `${url}?${query.join('&')}` : url,
    })
  }
  if (endpoint.file !== null) {
    const { body, type } = formOf(rest)
    return testApp.http.inject({
      ...common,
      url,
      headers: { ...common.headers, 'content-type': type },
      payload: body,
    })
  }
  // An array or a primitive is sent unchanged: the body need not be an object.
  const isRecord = typeof input === 'object' && input !== null && !Array.isArray(input)
  return testApp.http.inject({
    ...common,
    url,
    headers: { 'content-type': 'application/json', ...common.headers },
    payload: JSON.stringify(isRecord ? Object.fromEntries(rest) : input) ?? 'null',
  })
}

const plain = (text: string) => encodeURIComponent(text)

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.toWellFormed()
}

const boundary = 'attack-boundary'

function formOf(fields: Map<string, unknown>): { body: Buffer; type: string } {
  const parts = [...fields].map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name.replaceAll(/["\r\n]/g, '')}"\r\n\r\n${textOf(value)}\r\n`,
  )
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="take.wav"\r\nContent-Type: audio/wav\r\n\r\nRIFF\r\n`
  return {
    body: Buffer.from(`${parts.join('')}${file}--${boundary}--\r\n`),
    type: `multipart/form-data; boundary=${boundary}`,
  }
}
