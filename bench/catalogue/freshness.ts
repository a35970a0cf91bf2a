// How soon a change is seen in lists, in searches and in the total: made by the app's own commands, read over HTTP.

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { demoIdOf } from '../../scripts/seed/demo-id.ts'
import { trackListSchema, type TrackList } from '../../src/contracts/catalogue.ts'
import type { Db } from '../../src/server/db/client.ts'
import { restoreTrack, updateTrack, withdrawTrack } from '../../src/server/tracks/track-commands.ts'
import type { TrackDescription } from '../../src/server/tracks/track-columns.ts'
import { addArtist, addTrack } from '../fill-catalogue.ts'
import type { CatalogueApp } from './catalogue-app.ts'
import { openConnection, refusalOf, type Connection } from './measure-class.ts'
import { listPath } from './query-classes.ts'

const rounds = 5
const giveUpMs = 10_000
const pollMs = 2

export type Freshness = { change: string; slowestMs: number }

/** From the start of the command until every list shows its effect; the slowest of some rounds. */
export async function measureFreshness({ db, url }: CatalogueApp): Promise<Freshness[]> {
  const connection = openConnection(url)
  const slowest = new Map<string, number>()
  const artist = `benchmark ${randomUUID()}`
  const artistId = demoIdOf('user', artist)
  await addArtist(db, artistId, artist)
  for (let round = 0; round < rounds; round++) {
    const changes = await changesOfTrack(db, { artist, artistId, connection })
    for (const { name, make, isSeen } of changes) {
      const startedAt = performance.now()
      await make()
      while ((await isSeen().catch(refusalOf)) !== true) {
        if (performance.now() - startedAt > giveUpMs) break
        await pause(pollMs)
      }
      slowest.set(name, Math.max(performance.now() - startedAt, slowest.get(name) ?? 0))
    }
  }
  connection.close()
  return Array.from(slowest, ([change, slowestMs]) => ({ change, slowestMs }))
}

type Change = { name: string; make: () => Promise<unknown>; isSeen: () => Promise<boolean> }
type Scene = { artist: string; artistId: string; connection: Connection }

async function changesOfTrack(db: Db, { artist, artistId, connection }: Scene): Promise<Change[]> {
  const [oldTitle, newTitle] = [titleOfOneWord(), titleOfOneWord()]
  const total = (await list(connection, [])).totalTracks
  const isListed = async (id: string, title: string) => {
    const lists = [
      await list(connection, [['orderBy', 'date-uploaded']]),
      await list(connection, [['artistId', artistId]]),
      await list(connection, [['query', title]]),
    ]
    const all = await list(connection, [])
    return all.totalTracks === total + 1 && lists.every((one) => has(one, id))
  }
  const isGone = async (id: string, title: string) => {
    const lists = [
      await list(connection, [['orderBy', 'date-uploaded']]),
      await list(connection, [['query', title]]),
    ]
    const all = await list(connection, [])
    return all.totalTracks === total && !lists.some((one) => has(one, id))
  }
  const trackName = randomUUID()
  const id = demoIdOf('track', trackName)
  const own = { id, artistId }
  const setBanned = (banned: boolean) =>
    db.updateTable('users').set({ banned }).where('id', '=', artistId).execute()
  const isShown = () => isListed(id, newTitle)
  const isHidden = () => isGone(id, newTitle)
  return [
    {
      name: 'a new track',
      make: () =>
        db.transaction().execute((tx) => addTrack(tx, trackName, artist, described(oldTitle))),
      isSeen: () => isListed(id, oldTitle),
    },
    {
      name: 'an edited track',
      make: () => updateTrack(db, { ...own, changes: described(newTitle) }),
      isSeen: async () =>
        (await isShown()) && !has(await list(connection, [['query', oldTitle]]), id),
    },
    { name: 'a withdrawn track', make: () => withdrawTrack(db, own), isSeen: isHidden },
    { name: 'a restored track', make: () => restoreTrack(db, own), isSeen: isShown },
    { name: 'a track of a banned artist', make: () => setBanned(true), isSeen: isHidden },
    { name: 'the same, no longer banned', make: () => setBanned(false), isSeen: isShown },
    { name: 'withdrawn again', make: () => withdrawTrack(db, own), isSeen: isHidden },
  ]
}

async function list(connection: Connection, params: string[][]): Promise<TrackList> {
  return trackListSchema.parse(await connection.get(listPath(params)))
}

function has({ tracks, matching }: TrackList, id: string): boolean {
  return matching === 'exact' && tracks.some((track) => track.id === id)
}

/** Letters only: a word with digits could be the beginning of another. */
function titleOfOneWord(): string {
  return randomUUID()
    .replaceAll(/[^a-f]/g, '')
    .padStart(12, 'x')
}

function described(title: string): TrackDescription {
  return {
    title,
    originalArtist: 'Traditional',
    description: 'Fingerpicked in dropped tuning, with a pause before the last verse.',
    instructions: null,
    pricePence: 499,
    format: 'Backing Track',
    instrumentation: 'Piano',
    genre: 'Folk',
    vocalRange: 'Alto',
    keySignature: 'D',
    isHigher: false,
    isLower: false,
    licenceStatus: 'not_required',
    licensedFrom: null,
    licenceDocumentId: null,
    youtubeGuideUrl: null,
  }
}
