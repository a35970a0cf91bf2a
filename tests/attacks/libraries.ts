// Two customers who own a recording each, in every format, and what asks for them.

import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { createRecording } from '../support/owned/owned-recordings.ts'
import { paidCart } from '../support/shopping.ts'
import type { AttackApp, callers } from './attack-app.ts'

export const formats = ['original', 'mp3', 'wav'] as const
/** The content of each file of each track; its first bytes stand at every place of it. */
export const contentOf = (track: string, format: string) =>
  Buffer.from(`${track} as ${format}; `.repeat(60))

/** Two recordings, each with both renditions: the buyer owns the first, the customer the second. */
export async function openLibraries(attack: AttackApp) {
  const { testApp, people } = attack
  const store = async (title: string, artistId: string) => {
    const bytes = contentOf(title, 'original')
    const track = await createRecording(testApp, { artistId, title }, { bytes, container: 'flac' })
    const keys = [track.key]
    for (const format of ['mp3', 'wav'] as const) {
      const key = `renditions/${randomUUID()}.${format}`
      const content = contentOf(title, format)
      const stored = await testApp.storage.put(key, Readable.from([content]), {
        maxBytes: 10_000,
        contentType: 'application/octet-stream',
      })
      await testApp.db
        .insertInto('renditions')
        .values({
          track_id: track.id,
          format,
          status: 'ready',
          storage_key: key,
          bytes: String(stored.bytes),
          sha256: stored.sha256,
          requested_by: [],
        })
        .execute()
      keys.push(key)
    }
    return { id: track.id, title, keys }
  }
  const secret = await store('Secret Song', people.artist.id)
  const other = await store('Other Song', people.otherArtist.id)
  await paidCart(testApp, people.buyer, [secret.id])
  await paidCart(testApp, people.customer, [other.id])
  return { secret, other }
}

type Ask = {
  method?: 'GET' | 'HEAD' | 'POST'
  url: string
  caller: (typeof callers)[number]
  headers?: Record<string, string>
}

export function ask({ testApp, people }: AttackApp, { method = 'GET', url, caller, headers }: Ask) {
  return testApp.http.inject({
    method,
    url,
    headers: { host: 'undersong.test', cookie: people[caller]?.cookie ?? '', ...headers },
  })
}

export const streamsOf = (id: string) =>
  formats.map((format) => `/api/proxy/my-tracks/${id}/stream?format=${format}`)
export const downloadsOf = (id: string) =>
  formats.map((format) => `/api/proxy/tracks/download/${id}?format=${format}`)
export const addressesOf = (id: string) => [...streamsOf(id), ...downloadsOf(id)]
export const zipUrl = '/api/proxy/my-tracks/zip'

export const requestHeaders: Record<string, string>[] = [{}, { range: 'bytes=0-' }]

export function headersWith(etag: string, buyerId: string): Record<string, string>[] {
  return [
    {},
    { range: 'bytes=0-' },
    { range: 'bytes=-1' },
    { range: 'bytes=0-9', 'if-range': etag },
    { range: 'bytes=99999-' },
    { 'if-none-match': etag },
    { 'if-match': etag },
    { 'x-user-id': buyerId, 'x-forwarded-for': '127.0.0.1' },
    { 'x-http-method-override': 'GET', 'x-original-url': '/' },
  ]
}

/** A turn ends a moment after its response. */
export async function noZipInProgress({ testApp }: AttackApp): Promise<void> {
  const turns = () => testApp.db.selectFrom('zip_downloads').select('user_id').execute()
  await expect.poll(turns).toEqual([])
}
