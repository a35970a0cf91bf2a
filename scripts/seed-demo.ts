// Fills an empty shop with the demo: people and their accounts, tracks through the same door as an artist's upload, and what time would have brought.

import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DemoTrack } from '../demo/catalogue/demo-track.ts'
import { demoTracks } from '../demo/catalogue/tracks.ts'
import { trackDetailsSchema } from '../src/contracts/uploads.ts'
import type { OpenApp } from '../src/server/main.ts'
import { refreshPopularity } from '../src/server/tracks/track-popularity.ts'
import { receiveRecording } from '../src/server/uploads/upload-commands.ts'
import { demoIdOf } from './seed/demo-id.ts'
import { seedHistory } from './seed/seed-history.ts'
import { seedPeople } from './seed/seed-people.ts'

export { describeDemo } from './seed/seed-people.ts'

type Progress = { log: (line: string) => void; signal: AbortSignal }

/** As many as the first page of the catalogue holds: then the shop is worth opening. */
const firstPage = 10

/** Goes on where it was interrupted. Comes back when the first page is complete; the rest follows in the background. */
export async function seedDemo(site: OpenApp, progress: Progress): Promise<void> {
  if (!(await isForDemo(site))) return
  const missing = await findMissing(site)
  if (missing.length === 0) return
  await seedPeople(site)

  const seeded = demoTracks.length - missing.length
  const [first, rest] = splitAt(missing, Math.max(0, firstPage - seeded))
  await seedTracks(site, first, progress, (done, track) => {
    progress.log(
      `Recording the demo: ${seeded + done} of ${firstPage} for the first page (${track.title})`,
    )
  })
  await refreshPopularity(site.database.db)
  void seedRest(site, rest, progress)
}

function splitAt<Item>(items: Item[], at: number): [Item[], Item[]] {
  return [items.slice(0, at), items.slice(at)]
}

async function seedRest(site: OpenApp, tracks: DemoTrack[], progress: Progress): Promise<void> {
  const before = demoTracks.length - tracks.length
  try {
    await seedTracks(site, tracks, progress, (done) => {
      const complete = before + done
      if (complete % 10 === 0)
        progress.log(`Recording the demo: ${complete} of ${demoTracks.length}`)
    })
    await refreshPopularity(site.database.db)
    progress.log(`The demo is complete: ${demoTracks.length} tracks.`)
  } catch (error) {
    // Stopped on purpose: the next start goes on from here.
    if (progress.signal.aborted) return
    progress.log(
      `The demo could not be completed: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** One track is recorded while the one before it is being prepared: two cores, two jobs. */
async function seedTracks(
  site: OpenApp,
  tracks: DemoTrack[],
  { signal }: Progress,
  onSeeded: (done: number, track: DemoTrack) => void,
): Promise<void> {
  let done = 0
  let preparing: Promise<void> = Promise.resolve()
  for (const track of tracks) {
    await uploadOnce(site, track, signal)
    await preparing
    preparing = finish(site, track, signal).then(() => onSeeded(++done, track))
    // Heard at the next turn; until then a failure is not unheard.
    preparing.catch(() => undefined)
  }
  await preparing
}

/** Noted before anybody could register: a shop of real people never becomes a demo. */
async function isForDemo({ database: { db } }: OpenApp): Promise<boolean> {
  const noted = await db
    .selectFrom('site_facts')
    .select('value')
    .where('name', '=', 'demo')
    .executeTakeFirst()
  if (noted) return true
  const someone = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (someone) return false
  await db.insertInto('site_facts').values({ name: 'demo', value: 'yes' }).execute()
  return true
}

async function findMissing({ database: { db } }: OpenApp): Promise<DemoTrack[]> {
  const seeded = await db
    .selectFrom('site_facts')
    .select('name')
    .where('name', 'like', 'demo-track:%')
    .execute()
  const names = new Set(seeded.map(({ name }) => name))
  return demoTracks.filter((track) => !names.has(`demo-track:${track.slug}`))
}

async function uploadOnce(site: OpenApp, track: DemoTrack, signal: AbortSignal): Promise<void> {
  const id = demoIdOf('track', track.slug)
  const known = await site.database.db
    .selectFrom('uploads')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) await upload(site, id, track, signal)
}

async function finish(site: OpenApp, track: DemoTrack, signal: AbortSignal): Promise<void> {
  const id = demoIdOf('track', track.slug)
  await untilListed(site, id, track, signal)
  await site.database.db.transaction().execute(async (tx) => {
    await seedHistory(tx, id, track)
    await tx
      .insertInto('site_facts')
      .values({ name: `demo-track:${track.slug}`, value: id })
      .execute()
  })
  await site.app.refreshPages(['/', '/tracks', `/tracks/${id}`])
}

async function upload(
  site: OpenApp,
  id: string,
  track: DemoTrack,
  signal: AbortSignal,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'undersong-demo-'))
  const file = join(folder, `${track.slug}.wav`)
  try {
    await render(track.slug, file, signal)
    await receiveRecording(
      { db: site.database.db, storage: site.storage, log: site.app.http.log },
      {
        id,
        artistId: demoIdOf('user', track.artist),
        details: trackDetailsSchema.parse({
          ...track,
          price: (track.pricePence / 100).toFixed(2),
          confirmation: true,
        }),
        fileName: `${track.slug}.wav`,
        body: createReadStream(file),
      },
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** In a process of its own: seconds of arithmetic would hold up every page. */
async function render(slug: string, file: string, signal: AbortSignal): Promise<void> {
  const program = fileURLToPath(new URL('../demo/render.ts', import.meta.url))
  const child = spawn(process.execPath, [program, slug, file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  })
  let problem = ''
  child.stderr.on('data', (chunk: Buffer) => (problem += chunk.toString()))
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (code !== 0) throw new Error(`The demo track ${slug} could not be recorded: ${problem}`)
}

async function untilListed(
  { database: { db } }: OpenApp,
  id: string,
  track: DemoTrack,
  signal: AbortSignal,
) {
  for (;;) {
    signal.throwIfAborted()
    const { state } = await db
      .selectFrom('uploads')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (state === 'listed') return
    if (state === 'refused') throw new Error(`The demo track ${track.slug} was refused.`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
