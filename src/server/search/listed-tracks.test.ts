// The list of tracks follows every write in the same transaction, and can be repaired.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { storeArtists } from '#server/accounts/artist-row.ts'
import {
  ban,
  filterHits,
  listTracks,
  plainTrack,
  titlesIn,
} from '../../../tests/support/catalogue/listing.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createTrack, createUser, type TestApp } from '../../../tests/support/test-app.ts'
import { storeBan } from '#server/admin/ban-commands.ts'
import { addJob } from '#server/jobs/add-job.ts'
import {
  reindexArtistTracks,
  restoreTrack,
  updateTrack,
  withdrawTrack,
} from '#server/tracks/track-commands.ts'
import { relistTracks } from './rebuild.ts'
import { countTrackActivity, refreshPopularity } from '#server/tracks/track-popularity.ts'

const emptyApp = emptiedTestApp()

/** Tracks that are listed otherwise than they would be if they were listed anew, and words that are missing. */
async function differences(app: TestApp): Promise<unknown[]> {
  const { rows } = await sql`
    select 'track' as wrong, id::text as which from (
      (select * from listed_tracks except select * from listable_tracks)
      union all (select * from listable_tracks except select * from listed_tracks)
    ) differing
    union all
    select 'word', word from (
      select unnest(tsvector_to_array(words)) collate "C" as word from listable_tracks
      except select word from words where kind = 'track'
    ) missing
    union all
    select 'suggestion', name from (
      select title as id, 'title' as name from listable_tracks
      union select artist_id, 'artist' from listable_tracks
      except select id, kind from suggestions
    ) unsuggested
  `.execute(app.db)
  return rows
}

test('a new, edited, withdrawn, restored or banned track shows or vanishes at once, in lists, searches and counts', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist', name: 'Rosa Lindqvist' })
  const shown = async () => ({
    list: titlesIn(await listTracks(app)),
    artist: titlesIn(await listTracks(app, { artistId: artist.id })),
    folk: titlesIn(await listTracks(app, { genre: 'Folk' })),
    search: titlesIn(await listTracks(app, { query: 'lindqvist' })),
    hits: (await filterHits(app)).get('genre=Folk'),
  })
  const nothing = { list: [], artist: [], folk: [], search: [], hits: 0 }
  const all = (title: string) => ({
    list: [title],
    artist: [title],
    folk: [title],
    search: [title],
    hits: 1,
  })
  const folk = { ...plainTrack, title: 'Shenandoah', genre: 'Folk' } as const
  const { id } = await createTrack(app.db, { ...folk, artistId: artist.id })
  const own = { id, artistId: artist.id }
  expect(await shown()).toEqual(all('Shenandoah'))

  await updateTrack(app.db, { ...own, changes: { ...folk, title: 'Danny Boy' } })
  expect(await shown()).toEqual(all('Danny Boy'))
  await updateTrack(app.db, { ...own, changes: { ...folk, title: 'Danny Boy', genre: 'Jazz' } })
  expect(await shown()).toEqual({ ...all('Danny Boy'), folk: [], hits: 0 })
  await updateTrack(app.db, { ...own, changes: folk })

  await withdrawTrack(app.db, own)
  expect(await shown()).toEqual(nothing)
  await restoreTrack(app.db, own)
  expect(await shown()).toEqual(all('Shenandoah'))

  await ban(app.db, artist.id)
  expect(await shown()).toEqual(nothing)
  await ban(app.db, artist.id, false)
  expect(await shown()).toEqual(all('Shenandoah'))
  expect(await differences(app)).toEqual([])
})

test('a ban is announced, so that cached pages follow', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const events: string[] = []
  app.events.subscribe({
    onEvent: (event) => void events.push(JSON.stringify(event)),
    onMissed: () => undefined,
  })
  await app.eventsArrived()
  await ban(app.db, artist.id)
  await app.eventsArrived()
  expect(events).toContainEqual(
    expect.stringContaining(`"artistChanged","artistId":"${artist.id}"`),
  )
})

test('writes at the same time leave the rows and the words that listing anew gives', async () => {
  const app = await emptyApp()
  const artists = [
    await createUser(app, { role: 'artist' }),
    await createUser(app, { role: 'artist' }),
  ] as const
  const track = { ...plainTrack, genre: 'Folk' } as const
  const existing = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      createTrack(app.db, { ...track, artistId: artists[0].id, title: `The Song ${at}` }),
    ),
  )
  const own = (at: number) => ({ id: existing[at]?.id ?? '', artistId: artists[0].id })
  await Promise.all([
    ...Array.from({ length: 12 }, (_, at) =>
      createTrack(app.db, {
        ...track,
        artistId: artists[at % 2 === 0 ? 0 : 1].id,
        title: 'The New One',
      }),
    ),
    ...[0, 1].map((at) => withdrawTrack(app.db, own(at))),
    ...[2, 3].map((at) =>
      updateTrack(app.db, {
        ...own(at),
        changes: { ...track, genre: 'Jazz', title: 'The Changed' },
      }),
    ),
    app.db.transaction().execute((tx) => reindexArtistTracks(tx, artists[0].id)),
    ban(app.db, artists[1].id),
    ...[4, 5].map((at) => countTrackActivity(app.db, own(at).id, 'purchases')),
    refreshPopularity(app.db),
  ])
  await refreshPopularity(app.db)
  expect(await differences(app)).toEqual([])
  expect((await listTracks(app)).totalTracks).toBe(6 + 6)
  expect((await filterHits(app)).get('genre=Jazz')).toBe(2)
})

test('a track that is restored while its artist is banned stays hidden', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const { id } = await createTrack(app.db, { ...plainTrack, artistId: artist.id })
  await withdrawTrack(app.db, { id, artistId: artist.id })
  let restoring: Promise<unknown> = Promise.resolve()
  await app.db.transaction().execute(async (tx) => {
    await storeBan(tx, { userId: artist.id, banned: true })
    restoring = restoreTrack(app.db, { id, artistId: artist.id })
    await untilSomeoneWaits(app)
  })
  await restoring
  expect((await listTracks(app)).totalTracks).toBe(0)
  expect(await differences(app)).toEqual([])
})

async function untilSomeoneWaits(app: TestApp): Promise<void> {
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  while ((await waiting.execute(app.db)).rows.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

test('a rename waits for no track that is withdrawn, restored or listed anew at the same time', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const { id } = await createTrack(app.db, { ...plainTrack, artistId: artist.id })
  const own = { id, artistId: artist.id }
  const others = [
    () => withdrawTrack(app.db, own),
    () => restoreTrack(app.db, own),
    () => relistTracks(app.db),
  ]
  for (const [at, other] of others.entries()) {
    let writing: Promise<unknown> = Promise.resolve()
    await app.db.transaction().execute(async (tx) => {
      const display = { display_name: `Name ${String(at)}` }
      await tx.updateTable('users').set(display).where('id', '=', artist.id).execute()
      writing = other()
      await untilSomeoneWaits(app)
      await storeArtists(tx, [artist.id])
      await reindexArtistTracks(tx, artist.id)
    })
    await writing
  }
  expect(titlesIn(await listTracks(app, { query: 'name 2' }))).toHaveLength(1)
  expect(await differences(app)).toEqual([])
})

test('writes of many tracks lock their rows in the order of their ids', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const ids: string[] = []
  for (let at = 0; at < 6; at++) {
    ids.push((await createTrack(app.db, { ...plainTrack, artistId: artist.id })).id)
  }
  const [first = '', ...later] = ids.toSorted()
  // Stored with the first id last.
  await sql`update listed_tracks set created_at = created_at - interval '1 day' where id = ${first}`.execute(
    app.db,
  )
  for (const id of [...later.toReversed(), first]) {
    await countTrackActivity(app.db, id, 'purchases')
  }
  const writes = [() => refreshPopularity(app.db), () => ban(app.db, artist.id)]
  for (const write of writes) {
    let writing: Promise<unknown> = Promise.resolve()
    await app.db.transaction().execute(async (tx) => {
      const lock = (wanted: string[]) =>
        sql`select from listed_tracks where id = any(${wanted}::uuid[]) for update nowait`.execute(
          tx,
        )
      await lock([first])
      writing = write()
      await untilSomeoneWaits(app)
      expect((await lock(later)).rows).toHaveLength(later.length)
    })
    await writing
  }
})

test('the weekly and the nightly job repair what has been damaged: rows, words, suggestions and what tracks are found by', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const ids: string[] = []
  for (const title of ['One', 'Two', 'Three', 'Four'])
    ids.push((await createTrack(app.db, { ...plainTrack, artistId: artist.id, title })).id)
  const [one = '', two = '', three = '', four = ''] = ids
  await withdrawTrack(app.db, { id: four, artistId: artist.id })
  const before = await listTracks(app)

  // As a restored backup or a hand in the database may leave it.
  await app.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('listed_tracks').where('id', '=', one).execute()
    await tx.updateTable('listed_tracks').set({ genre: 'Jazz' }).where('id', '=', two).execute()
    await tx.updateTable('tracks').set({ pitch: 'C', song: 'x' }).where('id', '=', three).execute()
    await tx.updateTable('tracks').set({ search_text: '' }).where('id', '=', four).execute()
    await tx.updateTable('words').set({ uses: 9 }).execute()
    await tx.insertInto('words').values({ kind: 'track', word: 'nobody', uses: 1 }).execute()
    await tx.deleteFrom('words').where('word', '=', 'three').execute()
    await sql`delete from suggestions where name = 'two'`.execute(tx)
    await sql`insert into suggestions
      values ('title', gen_random_uuid(), 'no song', 9, to_tsvector('simple', 'no song'))`.execute(
      tx,
    )
  })
  expect((await differences(app)).length).toBeGreaterThan(4)

  await addJob(app.db, 'relist_tracks', {})
  await app.work()
  await addJob(app.db, 'count_words', {})
  await app.work()

  expect(await differences(app)).toEqual([])
  expect(await listTracks(app)).toEqual(before)
  const words = await app.db.selectFrom('words').select(['kind', 'word', 'uses']).execute()
  expect(words).toContainEqual({ kind: 'track', word: 'three', uses: 1 })
  expect(words).toContainEqual({ kind: 'track', word: 'traditional', uses: 3 })
  expect(words.map(({ word }) => word)).not.toContain('nobody')
  const suggestions = await app.db.selectFrom('suggestions').select('name').execute()
  expect(suggestions.map(({ name }) => name)).not.toContain('no song')
  await restoreTrack(app.db, { id: four, artistId: artist.id })
  expect(titlesIn(await listTracks(app, { query: 'four' }))).toEqual(['Four'])
  expect(titlesIn(await listTracks(app, { query: 'three' }))).toEqual(['Three'])
})
