// Fills an empty database with the demo: users and their accounts, tracks through the same code as an artist's upload, and their history.

import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DemoTrack } from '../demo/catalogue/tracks/demo-track.ts'
import { demoTracks } from '../demo/catalogue/tracks.ts'
import { trackDetailsSchema } from '../src/contracts/track-details.ts'
import { publish } from '../src/server/events/site-events.ts'
import type { OpenApp } from '../src/server/main.ts'
import { refreshPopularity } from '../src/server/tracks/track-popularity.ts'
import { describeTrack } from '../src/server/tracks/track-presenter.ts'
import { receiveRecording } from '../src/server/uploads/upload-commands.ts'
import { demoIdOf } from './seed/demo-id.ts'
import { renderRecording } from './seed/render-recording.ts'
import { seedArtists } from './seed/seed-artists.ts'
import {
  seedCommissions,
  seedRestrictedArtists,
  type CommissionSite,
} from './seed/seed-commissions.ts'
import { seedCommunity } from './seed/seed-community.ts'
import { seedHistory } from './seed/seed-history.ts'
import { seedNotifications } from './seed/seed-notifications.ts'
import { seedUsers } from './seed/seed-people.ts'
import { seedExamples } from './seed/seed-profiles.ts'

export { describeDemo } from './seed/seed-people.ts'

type Progress = { log: (line: string) => void; signal: AbortSignal }

/** The number of tracks on the first page of the catalogue: the start waits for these. */
const firstPage = 10

/** What goes on in the background; it ends soon after the signal, and never fails. */
type Seeded = { rest: Promise<void> }

/** Resumes after an interruption. Resolves when the first page is complete; the rest continues in the background. */
export async function seedDemo(instance: OpenApp, progress: Progress): Promise<Seeded> {
  if (!(await isForDemo(instance))) return { rest: Promise.resolve() }
  const missing = await findMissing(instance)
  if (missing.length === 0) {
    const rest = unlessStopped(progress, async () => {
      await seedPeople(instance, progress)
      await seedRestrictedArtists(commissionSite(instance, progress), renderRecording)
    })
    return { rest }
  }
  await seedUsers(instance)
  await seedArtists(instance.database.db)

  const seeded = demoTracks.length - missing.length
  const [first, rest] = splitAt(missing, Math.max(0, firstPage - seeded))
  await seedTracks(instance, first, progress, (done, track) => {
    progress.log(
      `Recording the demo: ${seeded + done} of ${firstPage} for the first page (${track.title})`,
    )
  })
  await refreshPopularity(instance.database.db)
  const inBackground = unlessStopped(progress, async () => {
    await seedPeople(instance, progress)
    await seedRest(instance, rest, progress)
    await seedRestrictedArtists(commissionSite(instance, progress), renderRecording)
  })
  return { rest: inBackground }
}

function splitAt<Item>(items: Item[], at: number): [Item[], Item[]] {
  return [items.slice(0, at), items.slice(at)]
}

/** In the background, after the start. */
async function unlessStopped(progress: Progress, seed: () => Promise<void>): Promise<void> {
  try {
    await seed()
  } catch (error) {
    // Stopped on purpose: the next start resumes here.
    if (progress.signal.aborted) return
    progress.log(
      `The demo could not be completed: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** What users have done with the tracks of the first page. */
async function seedPeople(instance: OpenApp, progress: Progress): Promise<void> {
  await seedCommissions(commissionSite(instance, progress), renderRecording)
  await seedCommunity(instance)
}

function commissionSite(instance: OpenApp, { signal }: Progress): CommissionSite {
  return { ...instance, log: instance.app.http.log, signal }
}

async function seedRest(instance: OpenApp, tracks: DemoTrack[], progress: Progress): Promise<void> {
  const before = demoTracks.length - tracks.length
  await seedTracks(instance, tracks, progress, (done) => {
    const complete = before + done
    if (complete % 10 === 0) progress.log(`Recording the demo: ${complete} of ${demoTracks.length}`)
  })
  await refreshPopularity(instance.database.db)
  progress.log(`The demo is complete: ${demoTracks.length} tracks.`)
}

/** One track is rendered while the previous one is prepared, to use two cores. */
async function seedTracks(
  instance: OpenApp,
  tracks: DemoTrack[],
  { signal }: Progress,
  onSeeded: (done: number, track: DemoTrack) => void,
): Promise<void> {
  let done = 0
  let preparing: Promise<void> = Promise.resolve()
  for (const track of tracks) {
    await uploadOnce(instance, track, signal)
    await preparing
    preparing = finish(instance, track, signal).then(() => onSeeded(++done, track))
    // Awaited in the next iteration; this avoids an unhandled rejection until then.
    preparing.catch(() => undefined)
  }
  await preparing
}

/** Recorded before any user can register: a database with real users never becomes a demo. */
async function isForDemo({ database: { db } }: OpenApp): Promise<boolean> {
  const marker = await db
    .selectFrom('site_facts')
    .select('value')
    .where('name', '=', 'demo')
    .executeTakeFirst()
  if (marker) return true
  const anyUser = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (anyUser) return false
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

async function uploadOnce(instance: OpenApp, track: DemoTrack, signal: AbortSignal): Promise<void> {
  const id = demoIdOf('track', track.slug)
  const known = await instance.database.db
    .selectFrom('uploads')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) await upload(instance, id, track, signal)
}

async function finish(instance: OpenApp, track: DemoTrack, signal: AbortSignal): Promise<void> {
  const id = demoIdOf('track', track.slug)
  await untilListed(instance, id, track, signal)
  await instance.database.db.transaction().execute(async (tx) => {
    await seedHistory(tx, id, track)
    await seedNotifications(tx, id, track)
    await tx
      .insertInto('site_facts')
      .values({ name: `demo-track:${track.slug}`, value: id })
      .execute()
    await publish(tx, { name: 'ratingsChanged', trackId: id })
  })
}

async function upload(
  instance: OpenApp,
  id: string,
  track: DemoTrack,
  signal: AbortSignal,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'undersong-demo-'))
  const file = join(folder, `${track.slug}.wav`)
  try {
    await renderRecording(track.slug, file, signal)
    await seedExamples(instance, track, file)
    await receiveRecording(
      { db: instance.database.db, storage: instance.storage, log: instance.app.http.log },
      {
        id,
        artistId: demoIdOf('user', track.artist),
        description: describeTrack(
          trackDetailsSchema.parse({
            ...track,
            type: track.format,
            backingTrackType: track.instrumentation,
            price: (track.pricePence / 100).toFixed(2),
            confirmation: true,
          }),
        ),
        fileName: `${track.slug}.wav`,
        body: createReadStream(file),
      },
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function untilListed(
  { database: { db } }: OpenApp,
  id: string,
  track: DemoTrack,
  signal: AbortSignal,
) {
  for (;;) {
    signal.throwIfAborted()
    const { status } = await db
      .selectFrom('uploads')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (status === 'listed') return
    if (status === 'refused') throw new Error(`The demo track ${track.slug} was refused.`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
