// Renditions in tests: a renderer that decodes nothing, and a customer who owns recordings.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { OwnedFile } from '#contracts/downloads.ts'
import type { AudioRenderer } from '#server/gateways/audio/renditions/render-audio.ts'
import { createRecording } from './owned-recordings.ts'
import { createArtistWithPayouts, paidCart } from '../shopping.ts'
import { createUser, type TestApp, type TestUser } from '../test-app.ts'

export const rendered = Buffer.from(Array.from({ length: 9_000 }, (_, at) => (at * at) % 249))
export const original = Buffer.alloc(20_000, 'original')

/** Renders nothing; `fail` makes the next one fail. */
export function cannedRenderer() {
  const runs: string[] = []
  let failure: Error | null = null
  const renderer: AudioRenderer = {
    async render({ format, outDir }) {
      runs.push(format)
      if (failure) throw failure
      const path = join(outDir, `rendition.${format}`)
      await writeFile(path, rendered)
      return path
    },
  }
  return { renderer, runs, fail: (error: Error | null) => void (failure = error) }
}

/** As a month later, when what was made at the purchase and never used is gone. */
async function forgetPrepared({ db }: TestApp): Promise<void> {
  await db.deleteFrom('renditions').execute()
  await sql`
    select graphile_worker.remove_job(key) from graphile_worker.jobs
    where task_identifier = 'make_rendition'`.execute(db)
}

export async function openLibrary(app: TestApp, tracks = 1) {
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const ids: string[] = []
  for (let count = 0; count < tracks; count++) {
    const track = { artistId: artist.id, title: `Skye ${count}` }
    ids.push((await createRecording(app, track, { bytes: original })).id)
  }
  await paidCart(app, mia, ids)
  await forgetPrepared(app)
  return { artist, mia, ids, id: ids[0] ?? '' }
}

export const renditionRoute = (id: string, format = 'mp3') =>
  `/api/proxy/my-tracks/${id}/renditions/${format}`

export function askForRendition(app: TestApp, as: TestUser, id: string, format?: string) {
  return app.call(`POST ${renditionRoute(id, format)}`, { as, send: {} })
}

export async function stateOf(app: TestApp, as: TestUser, id: string): Promise<OwnedFile> {
  return (await app.call(`GET ${renditionRoute(id)}`, { as })).json<OwnedFile>()
}

/** Without those that have failed for good. */
export function queuedJobs(app: TestApp) {
  return sql<{ count: number }>`
    select count(*)::int as count from graphile_worker.jobs where task_identifier = 'make_rendition' and attempts < max_attempts
  `
    .execute(app.db)
    .then(({ rows }) => rows[0]?.count)
}

export async function storedKeys(app: TestApp): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of app.storage.list('renditions')) keys.push(key)
  return keys
}
